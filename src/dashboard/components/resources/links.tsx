/** Links to the pages of what a text names, with its id for whoever points at it. Null: there is none. */
import type { Schemas } from '../../api/api.ts';
import { isolated } from '../../format/names.ts';
import { Time } from '../time.tsx';
import { useAgentName } from './agent-names.ts';

/** Where nothing but the id is known. */
export const CallLink = ({ call }: { call: string | null }) =>
  call === null ? (
    <>–</>
  ) : (
    <a href={`/calls/${call}`} title={call}>
      the call
    </a>
  );

type Call = Pick<Schemas['Call'], 'ref' | 'created_at' | 'campaign_name'>;

/** By its time, with its campaign. */
export const CallTimeLink = ({
  call: { ref, created_at: at, campaign_name: name },
}: {
  call: Call;
}) => (
  <>
    <a href={`/calls/${ref}`}>
      <Time at={at} of={ref} />
    </a>
    {name !== null && <span class="under">{isolated(name)}</span>}
  </>
);

/** By its name. The id shows when one points at it. */
export const AgentLink = ({ id }: { id: string | null }) =>
  id === null ? <>–</> : <LinkByName id={id} />;

const LinkByName = ({ id }: { id: string }) => <NamedAgentLink id={id} name={useAgentName(id)} />;

/** Of a call, whose names were read with it. */
export const AgentOfCallLink = ({
  call: { agent_id: id, agent_name: name },
}: {
  call: Pick<Schemas['Call'], 'agent_id' | 'agent_name'>;
}) => (id === null ? <>–</> : <NamedAgentLink id={id} name={name ?? id} />);

/** Where the name is read together with the id. */
export const NamedAgentLink = ({ id, name }: { id: string; name: string }) => (
  <a href={`/agents/${encodeURIComponent(id)}`} title={id}>
    {isolated(name)}
  </a>
);

export const NumberLink = ({ number }: { number: string }) => (
  <a href={`/people?number=${encodeURIComponent(number)}`}>{number}</a>
);

/** By name, with the number; by the number alone where the list had no name. */
export const PersonLink = ({ name, number }: { name: string | null; number: string }) =>
  name === null ? (
    <NumberLink number={number} />
  ) : (
    <>
      <a href={`/people?number=${encodeURIComponent(number)}`}>{isolated(name)}</a>
      <span class="under digits">{number}</span>
    </>
  );
