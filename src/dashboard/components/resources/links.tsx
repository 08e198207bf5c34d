/** Links to the pages of what a text names. Null: there is none. */

export const CallLink = ({ call }: { call: string | null }) =>
  call === null ? <>–</> : <a href={`/calls/${call}`}>{call}</a>;

/** @param name by default, the id */
export const AgentLink = ({ id, name = id }: { id: string | null; name?: string | null }) =>
  id === null ? <>–</> : <a href={`/agents/${encodeURIComponent(id)}`}>{name}</a>;

export const NumberLink = ({ number }: { number: string }) => (
  <a href={`/people?number=${encodeURIComponent(number)}`}>{number}</a>
);
