/** The rules of a campaign, to change, and the versions that they had. */
import { useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useList, useQuery } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Loaded } from '../../components/feedback.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { ListTable, type Column } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { count } from '../../format/numbers.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { bodyOf, draftOf, mustBeWhole, patchBetween } from './policy-draft.ts';
import { PresetsSection } from './presets-section.tsx';
import { PolicyFields } from './policy-form.tsx';

type Campaign = Schemas['CampaignProgress'];
type Version = Schemas['PolicyVersion'];

export function PolicyPage({ at: { id = '' } }: { at: PageParameters }) {
  const path = { campaignId: id };
  // A form does not change under the hands of whoever fills it in.
  const campaign = useQuery('/v1/campaigns/{campaignId}', { path }, { pollMs: null });
  const [opened, setOpened] = useState(0);
  const reread = async () => {
    await campaign.reload();
    setOpened(opened + 1);
  };
  return (
    <Page
      title={campaign.data ? `Rules of ${campaign.data.name}` : 'Rules'}
      up={{ href: `/campaigns/${id}`, name: campaign.data?.name ?? 'Campaign' }}
      intro="Times are such as 30s, 15m, 2h or 1d. An empty field has its default or no limit."
    >
      <Loaded query={campaign} what="the rules">
        {(read) => (
          <Section title="Rules of now">
            <PolicyEditor key={opened} campaign={read} reread={reread} />
          </Section>
        )}
      </Loaded>
      <PresetsSection id={id} reread={reread} />
      <Versions id={id} />
    </Page>
  );
}

function PolicyEditor({ campaign, reread }: { campaign: Campaign; reread: () => Promise<void> }) {
  const [known] = useState(() => bodyOf(draftOf({ ...campaign })));
  const [draft, setDraft] = useState(() => draftOf({ ...campaign }));
  const save = async () => {
    mustBeWhole(draft);
    const patch = patchBetween(known, bodyOf(draft));
    await api.edit('/v1/campaigns/{campaignId}', { path: { campaignId: campaign.id } }, (now) => {
      if (Object.keys(patchBetween(known, bodyOf(draftOf({ ...now })))).length > 0) throw changed();
      return patch;
    });
    await reread();
    return 'The rules are changed. Calls that are claimed already keep their version.';
  };
  if (!may('operate')) {
    return (
      <fieldset class="plain" disabled>
        <PolicyFields draft={draft} change={setDraft} />
      </fieldset>
    );
  }
  return (
    <>
      <Form send="Save the rules" run={save}>
        <PolicyFields draft={draft} change={setDraft} />
      </Form>
      <p>
        <button type="button" onClick={() => void reread()}>
          Read the rules again
        </button>{' '}
        <span class="quiet">What was typed and not saved is lost.</span>
      </p>
    </>
  );
}

const changed = () =>
  new ApiProblem(412, {
    code: 'precondition_failed',
    detail:
      'Somebody else changed these rules since the form was opened. Nothing was saved. Note what you changed, read the rules again, then change them anew.',
  });

function Versions({ id }: { id: string }) {
  const list = useList(
    '/v1/campaigns/{campaignId}/policy',
    { path: { campaignId: id }, query: { limit: 200 } },
    { on: ['campaign.*'], about: id },
  );
  const versions = new Map(list.items.map((version) => [version.version, version]));
  return (
    <Section title="Versions">
      <ListTable
        list={list}
        what="the versions"
        caption="Versions of the rules, oldest first"
        keyOf={({ version }) => version}
        empty={null}
        columns={columnsOf(versions)}
      />
    </Section>
  );
}

const columnsOf = (versions: ReadonlyMap<number, Version>): Column<Version>[] => [
  { name: 'Version', numeric: true, cell: ({ version }) => count(version) },
  { name: 'From', cell: ({ made_at: at }) => <Time at={at} /> },
  {
    name: 'Changed',
    cell: (version) => <Changes version={version} before={versions.get(version.version - 1)} />,
  },
];

function Changes({ version, before }: { version: Version; before: Version | undefined }) {
  if (!before) return <>The first rules</>;
  const changes = changedFields(rulesOf(before), rulesOf(version));
  return (
    <ul>
      {changes.map(({ field, before: old, after }) => (
        <li key={field}>
          <code>{field}</code> {old ?? 'none'} → {after ?? 'none'}
        </li>
      ))}
    </ul>
  );
}

const rulesOf = ({ version: _version, made_at: _madeAt, ...rules }: Version) => rules;
