/** The queue of the recording desk, what is stored, and what is missing. */
import type { Schemas } from '../../api/api.ts';
import { useList, useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Page, Section } from '../../components/page.tsx';
import { RecordingDesk } from '../../components/resources/recording-desk.tsx';
import { RequestRecording } from '../../components/resources/request-recording.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Relative, Time } from '../../components/time.tsx';
import { bytes } from '../../format/numbers.ts';
import { RECORDINGS } from '../../format/words.ts';
import { address, inAddress } from '../../router.ts';
import { AgentOfCallLink, CallTimeLink, PersonLink } from '../../components/resources/links.tsx';

type Call = Schemas['Call'];
type Shown = Exclude<Call['recording'], 'none'>;

const SHOWN: readonly Shown[] = ['wanted', 'missing', 'stored', 'delivered', 'expected'];

const EMPTY: Record<Shown, string> = {
  wanted: 'No recording waits in the queue.',
  missing: 'No recording is missing.',
  stored: 'No recording is stored yet: only calls in which agent and customer talked have one.',
  delivered: 'No recording is being fetched.',
  expected: 'No recording is expected: every talk has been reported by the carrier.',
};

export function RecordingsPage() {
  const chosen = address.value.query.get('recording');
  const recording = SHOWN.find((each) => each === chosen) ?? 'wanted';
  const account = useQuery('/v1/account', {}, { on: ['recording.*'] });
  const calls = useList(
    '/v1/calls',
    { query: { recording, limit: 50, order: recording === 'wanted' ? 'asc' : 'desc' } },
    { on: ['recording.*', 'call.ended'] },
  );
  return (
    <Page
      title="Recordings"
      reread={calls.reload}
      intro="The carrier’s webhook brings most recordings. The recording desk looks up the others, within the carrier’s daily quota."
    >
      <Loaded query={account} what="the recording desk">
        {({ recording_desk: desk }) => <RecordingDesk desk={desk} />}
      </Loaded>
      <Section title={RECORDINGS[recording].text}>
        <div class="filters">
          <SelectField
            label="Recordings"
            {...inAddress('recording', recording)}
            choices={SHOWN.map((value) => ({ value, text: RECORDINGS[value].text }))}
          />
        </div>
        <ListTable
          list={calls}
          what="the recordings"
          caption={`Recordings: ${RECORDINGS[recording].text}`}
          columns={[...CALL_COLUMNS, ...FURTHER_COLUMNS[recording]]}
          keyOf={({ ref }) => ref}
          empty={EMPTY[recording]}
        />
      </Section>
    </Page>
  );
}

const CALL_COLUMNS: readonly Column<Call>[] = [
  { name: 'Call', cell: (call) => <CallTimeLink call={call} /> },
  {
    name: 'Person',
    cell: ({ contact_name: name, number }) => <PersonLink name={name} number={number} />,
  },
  { name: 'Agent', cell: (call) => <AgentOfCallLink call={call} /> },
  { name: 'Ended', cell: ({ ended_at: at }) => (at ? <Time at={at} /> : '–') },
];

const WHY: Column<Call> = { name: 'Why', cell: ({ recording_reason: why }) => why ?? '–' };

const REQUEST: Column<Call> = {
  name: 'Action',
  cell: (call) => <RequestRecording call={call} />,
};

/** When it may next be looked up. Those that are due take their turns at the desk's pace. */
const dueText = ({ recording_due_at: at }: Call) => {
  if (!at) return '–';
  return Date.parse(at) <= Date.now() ? (
    'now, in its turn'
  ) : (
    <>
      <Time at={at} /> (<Relative at={at} />)
    </>
  );
};

const sizeText = ({ recording_bytes: size }: Call) => (size === null ? '–' : bytes(size));

const FURTHER_COLUMNS: Record<Shown, readonly Column<Call>[]> = {
  wanted: [{ name: 'Due', cell: dueText }, WHY],
  missing: [WHY, REQUEST],
  expected: [REQUEST],
  delivered: [],
  stored: [{ name: 'Size', numeric: true, cell: sizeText }],
};
