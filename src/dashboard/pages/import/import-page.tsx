/** Imports a list of contacts: choose a file, say what its columns are, check it, send it, correct what was left out. */
import { useEffect } from 'preact/hooks';
import { useCampaign } from '../../api/campaign.ts';
import { may } from '../../api/session.ts';
import { CampaignStateBadge } from '../../components/resources/badge.tsx';
import { Empty, ProblemNote } from '../../components/feedback.tsx';
import { Refusal } from '../../components/forms/form-context.ts';
import { FileField } from '../../components/forms/file-field.tsx';
import { Page, Section } from '../../components/page.tsx';
import { bytes } from '../../format/numbers.ts';
import type { PageParameters } from '../../path-pattern.ts';
import { Imports } from '../../components/resources/campaign-imports.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { DryRun } from './dry-run.tsx';
import { takeHandedFile } from './handed-file.ts';
import { SentImport } from './sent-import.tsx';
import { SettingFields } from './setting-fields.tsx';
import { useImport, type ImportInPage } from './use-import.ts';
import { isolated } from '../../format/names.ts';

export function ImportPage({ at }: { at: PageParameters }) {
  const campaignId = at['id']!;
  const campaign = useCampaign(campaignId, ['campaign.*']);
  const name = campaign.data?.name ?? campaignId;
  return (
    <Page
      title="Import contacts"
      up={{ href: `/campaigns/${campaignId}`, name }}
      beside={campaign.data && <CampaignStateBadge state={campaign.data.state} />}
      intro="The list is checked first, without effect. A campaign that runs dials the first contacts while the rest is read."
    >
      {campaign.problem && (
        <ProblemNote problem={campaign.problem} what="The campaign cannot be read:" />
      )}
      {may('operate') ? (
        <NewImport campaignId={campaignId} />
      ) : (
        <Empty title="Imports need a key with the role operate.">
          The imports of this campaign are below.
        </Empty>
      )}
      <Imports id={campaignId} />
    </Page>
  );
}

function NewImport({ campaignId }: { campaignId: string }) {
  const list = useImport(campaignId);
  useEffect(() => {
    const file = takeHandedFile(campaignId);
    if (file) void list.take(file);
  }, [campaignId]);
  if (list.sending) return <SentImport list={list} campaignId={campaignId} />;
  return (
    <>
      <FileField
        label={list.file ? 'Another file' : 'List of contacts: drop a file here, or choose one'}
        hint={
          list.file
            ? `${isolated(list.file.name)}, ${bytes(list.file.size)}`
            : 'CSV, an Excel workbook (.xlsx), NDJSON or JSON; up to 512 MiB and 2,000,000 rows.'
        }
        onFile={(file) => void list.take(file)}
      />
      {list.file && <Checks list={list} />}
    </>
  );
}

function Checks({ list }: { list: ImportInPage }) {
  return (
    <>
      <Section title="How it is read">
        <Refusal.Provider value={list.problem}>
          <SettingFields list={list} />
        </Refusal.Provider>
        {list.sample && list.mapping && (
          <ColumnMapping sample={list.sample} mapping={list.mapping} map={list.map} />
        )}
      </Section>
      <DryRun list={list} />
    </>
  );
}
