/** Presets of rules by area: what one would change here and whom it would forbid to dial, and the edit. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Fact } from '../../components/facts.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Action } from '../../components/forms/action.tsx';
import { SelectField } from '../../components/forms/field.tsx';
import { Table } from '../../components/lists/table.tsx';
import { Section } from '../../components/page.tsx';
import { count } from '../../format/numbers.ts';

type Effect = Schemas['RulePresetEffect'];
type Preset = Schemas['RulePreset'];

export function PresetsSection({ id, reread }: { id: string; reread: () => Promise<void> }) {
  const presets = useQuery('/v1/rule-presets', {}, { pollMs: null });
  const applied = useQuery(
    '/v1/campaigns/{campaignId}/rule-presets',
    { path: { campaignId: id } },
    { pollMs: null },
  );
  const [chosen, setChosen] = useState('');
  const again = async () => {
    await Promise.all([applied.reload(), reread()]);
  };
  return (
    <Section title="Presets by area">
      <p class="quiet">
        Facts about calling rules with their sources, and no legal advice. A preset is applied only
        by you, as a new version of the rules; a newer edition is offered here.
      </p>
      {(applied.data?.data ?? []).map((one) => (
        <p key={one.id} class={isCurrent(one) ? '' : 'warn'}>
          {appliedText(one)}
        </p>
      ))}
      {may('operate') && (
        <Loaded query={presets} what="the presets">
          {({ data }) => (
            <SelectField
              label="Preset"
              value={chosen}
              onValue={setChosen}
              choices={[{ value: '', text: 'None' }, ...data.map(choiceOf)]}
            />
          )}
        </Loaded>
      )}
      {chosen !== '' && <PresetEffect key={chosen} id={id} presetId={chosen} again={again} />}
    </Section>
  );
}

type AppliedPreset = Schemas['AppliedRulePreset'];

const isCurrent = ({ kept, in_force: inForce, edition, newest_edition: newest }: AppliedPreset) =>
  kept && inForce && newest === edition;

function appliedText(one: AppliedPreset): string {
  const { id, edition, newest_edition: newest, in_force: inForce, kept } = one;
  const notes = [
    newest !== null && newest > edition ? `edition ${newest} is there` : null,
    newest === null ? 'this version of Dialwright does not have it' : null,
    newest !== null && !inForce ? 'it is not in force today' : null,
    newest !== null && !kept ? 'the rules allow something that it forbids' : null,
  ].filter((note) => note !== null);
  return `Applied: ${id}, edition ${edition}${notes.length > 0 ? `: ${notes.join(', ')}` : ''}.`;
}

const choiceOf = ({ id, area, title, in_force: inForce }: Preset) => ({
  value: id,
  text: `${area}: ${title}${inForce ? '' : ' (not in force)'}`,
});

interface PresetEffectProps {
  id: string;
  presetId: string;
  again: () => Promise<void>;
}

function PresetEffect({ id, presetId, again }: PresetEffectProps) {
  const path = { campaignId: id, presetId };
  const [mode, setMode] = useState<Effect['mode']>('stricter');
  const query = useQuery(
    '/v1/campaigns/{campaignId}/rule-presets/{presetId}',
    { path, query: { mode } },
    { pollMs: null },
  );
  const apply = async () => {
    await api.post('/v1/campaigns/{campaignId}/rule-presets/{presetId}', { path, body: { mode } });
    await Promise.all([query.reload(), again()]);
    return 'The preset is applied. Calls that are claimed already keep their version.';
  };
  return (
    <>
      <SelectField
        label="Where the campaign and the preset differ"
        value={mode}
        onValue={(value) => setMode(value === 'replace' ? 'replace' : 'stricter')}
        choices={[
          { value: 'stricter', text: 'Keep what forbids more' },
          { value: 'replace', text: 'Take the preset’s, also where it allows more' },
        ]}
      />
      <Loaded query={query} what="what it would change">
        {(effect) => (
          <>
            <Changes effect={effect} />
            <PresetFacts preset={effect.preset} />
            {!effect.never_open && effect.changes.length > 0 && (
              <Action
                label="Apply the preset"
                before={
                  effect.changes.some(({ loosens }) => loosens)
                    ? 'It allows calls that the rules forbid now.'
                    : 'It makes a new version of the rules.'
                }
                danger={effect.changes.some(({ loosens }) => loosens)}
                run={apply}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Changes({ effect: { changes, contacts, never_open: neverOpen } }: { effect: Effect }) {
  if (neverOpen) {
    return <p class="bad">Its hours and those of the campaign have nothing in common.</p>;
  }
  if (changes.length === 0) return <p>The rules forbid all of it already.</p>;
  return (
    <>
      <Table
        caption="What it would change"
        rows={changes}
        keyOf={({ rule }) => rule}
        columns={[
          { name: 'Rule', cell: ({ rule, loosens }) => (loosens ? `${rule} (allows more)` : rule) },
          { name: 'Now', cell: ({ before }) => before },
          { name: 'Then', cell: ({ after }) => after },
        ]}
      />
      {contacts && (
        <p>
          Contacts to dial: {count(contacts.before.to_dial)} now, {count(contacts.after.to_dial)}{' '}
          then; at once {count(contacts.before.now)} now, {count(contacts.after.now)} then.
        </p>
      )}
    </>
  );
}

function PresetFacts({ preset }: { preset: Preset }) {
  const { not_enforced: open, unknown, sources, certainty, edition, read_on: readOn } = preset;
  return (
    <dl class="facts">
      {open.map(({ fact, text }) => (
        <Fact key={`${fact} ${text}`} name={`Not enforced by Dialwright: ${wordsOf(fact)}`}>
          {text}
        </Fact>
      ))}
      <Fact name="Unknown">{unknown.map(wordsOf).join(', ') || 'nothing'}</Fact>
      <Fact name="Valid">
        {preset.valid_from ?? 'always'} to {preset.valid_to ?? 'no known end'}
      </Fact>
      <Fact name="Sources">
        {sources.join('; ')} ({certainty}, read on {readOn}, edition {count(edition)})
      </Fact>
    </dl>
  );
}

const wordsOf = (fact: string): string => fact.replaceAll('_', ' ');
