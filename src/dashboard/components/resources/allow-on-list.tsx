import { api } from '../../api/api.ts';
import { Action } from '../forms/action.tsx';
import { isolated } from '../../format/names.ts';

/** Takes one number off a list. */
export function AllowOnList({
  list: { id, name },
  number,
}: {
  list: { id: string; name: string };
  number: string;
}) {
  return (
    <Action
      label="Allow again"
      before={
        <p>
          {number} leaves the list {isolated(name)}. Contacts that are still due may be dialled,
          unless another list has the number. Contacts that are final because of the list stay
          final.
        </p>
      }
      run={() =>
        api.delete('/v1/suppressions/{listId}/numbers/{number}', {
          path: { listId: id, number },
        })
      }
      happened={`${number} is no longer on ${isolated(name)}.`}
    />
  );
}
