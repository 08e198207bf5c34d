/** What is recorded of the person's consent, and a form for more. It is added only: what comes later counts. */
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../../components/forms/form.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { Section } from '../../components/page.tsx';
import { Badge } from '../../components/resources/badge.tsx';
import { Until } from '../../components/resources/until.tsx';
import { Time } from '../../components/time.tsx';
import { CONSENT_KINDS, type ConsentKind } from '../../../domain/rules/consent-kinds.ts';
import { textChoices } from '../../format/choices.ts';
import { instantOfLocal } from '../../format/time/local-time.ts';

type Consent = Schemas['Consent'];

const KIND_TEXTS = Object.fromEntries(
  Object.entries(CONSENT_KINDS).map(([kind, { text }]) => [kind, text]),
) as Record<ConsentKind, string>;

export function PersonConsents({ number }: { number: string }) {
  const path = { number };
  const consents = useQuery('/v1/numbers/{number}/consents', { path, query: {} });
  return (
    <Section
      title="Consent"
      aside={
        <DialogButton label="Record" title={`Record what ${number} agreed to`} needs="operate">
          <RecordForm number={number} recorded={consents.reload} />
        </DialogButton>
      }
    >
      <Loaded query={consents} what="the consents">
        {({ data }) => (
          <Table
            caption="What the person agreed or objected to, the newest first"
            columns={COLUMNS}
            rows={data}
            keyOf={({ version, at, kind }) => `${version} ${at} ${kind}`}
            empty={
              <p class="quiet">Nothing is recorded: campaigns that need a consent leave it out.</p>
            }
          />
        )}
      </Loaded>
    </Section>
  );
}

const COLUMNS: readonly Column<Consent>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    name: 'What',
    cell: ({ kind }) => (
      <Badge
        tone={CONSENT_KINDS[kind].says === 'yes' ? 'good' : 'bad'}
        text={CONSENT_KINDS[kind].text}
      />
    ),
  },
  { name: 'For', cell: ({ purpose }) => purpose ?? 'All calls' },
  { name: 'Until', cell: ({ expires_at: at }) => (at ? <Until at={at} /> : 'For good') },
  { name: 'From', cell: ({ source }) => source ?? '–' },
  { name: 'Text', cell: ({ text_version: text }) => text ?? '–' },
  { name: 'Proof', cell: ({ proof }) => proof ?? '–' },
];

function RecordForm({ number, recorded }: { number: string; recorded: () => Promise<void> }) {
  const { draft, field } = useDraft({
    kind: 'granted' as ConsentKind,
    purpose: '',
    expires_at: '',
    source: '',
    text_version: '',
    proof: '',
  });
  const record = async () => {
    const { kind, expires_at: expires, ...texts } = draft;
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const body = { kind, expires_at: instantOfLocal(expires) ?? null, ...given };
    await api.post('/v1/numbers/{number}/consents', { path: { number }, body });
    await recorded();
  };
  return (
    <Form send="Record" run={record} happened="Recorded.">
      <p>It cannot be changed later. What the person says next is recorded as well, and counts.</p>
      <SelectField {...field('kind')} label="What" choices={textChoices(KIND_TEXTS)} />
      <TextField
        {...field('purpose')}
        label="For"
        hint="As campaigns name their purpose, such as offers. Empty: all calls."
      />
      <TextField
        {...field('expires_at')}
        label="Until"
        type="datetime-local"
        hint="Empty: for good."
      />
      <TextField {...field('source')} label="From" hint="Such as a form, or this call." />
      <TextField {...field('text_version')} label="Version of the text" />
      <TextField {...field('proof')} label="Proof" hint="An address, or a hash of a document." />
    </Form>
  );
}
