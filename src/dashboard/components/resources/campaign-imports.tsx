/** How the contacts came into the campaign. */
import { api, type Schemas } from '../../api/api.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { Badge } from './badge.tsx';
import { Action } from '../forms/action.tsx';
import { Section } from '../page.tsx';
import { ListTable, type Column } from '../lists/table.tsx';
import { Time } from '../time.tsx';
import { count } from '../../format/numbers.ts';
import { forSpreadsheet } from '../../format/files/spreadsheet.ts';
import type { Word } from '../../format/words.ts';

type Import = Schemas['Import'];

const STATES: Record<Import['state'], Word> = {
  open: { text: 'Adding rows', tone: 'busy' },
  done: { text: 'Done', tone: 'good' },
  stopped: { text: 'Stopped', tone: 'warn' },
};

const UNDO: Record<NonNullable<Import['undo']>['state'], Word> = {
  open: { text: 'Being undone', tone: 'busy' },
  done: { text: 'Undone', tone: 'quiet' },
};

const COLUMNS: readonly Column<Import>[] = [
  { name: 'Begun', cell: ({ begun_at: at }) => <Time at={at} /> },
  {
    name: 'State',
    cell: ({ state, undo }) => <Badge {...(undo ? UNDO[undo.state] : STATES[state])} />,
  },
  { name: 'Rows', numeric: true, cell: (read) => count(read.rows_read) },
  { name: 'Added', numeric: true, cell: ({ accepted }) => count(accepted) },
  { name: 'Duplicate', numeric: true, cell: ({ duplicate }) => count(duplicate) },
  { name: 'Suppressed', numeric: true, cell: ({ suppressed }) => count(suppressed) },
  { name: 'Rejected', numeric: true, cell: ({ rejected }) => count(rejected) },
  {
    name: 'Left out',
    cell: ({ rows_read: read, numbers_read: numbers, accepted, left_out_csv: file }) =>
      read > accepted || numbers > read ? (
        <>
          {count(read - accepted)}
          {numbers > read && ', and perhaps single numbers of others'}
          {may('operate') && (
            <a class="under" href={forSpreadsheet(file)} download>
              CSV with reasons
            </a>
          )}
        </>
      ) : (
        'none'
      ),
  },
  { name: 'Undo', cell: (each) => <Undo of={each} /> },
];

function Undo({ of }: { of: Import }) {
  const { id, campaign_id: campaignId, accepted, undo } = of;
  if (undo) return <>{count(undo.withdrawn)} contacts taken out</>;
  if (accepted === 0) return <>nothing to undo</>;
  return (
    <Action
      label="Undo"
      danger
      before={
        <p>
          Those of its {count(accepted)} contacts that nobody has called leave the campaign. A
          running campaign that has no other contacts is then completed: pause it first, if you want
          to import a corrected list.
        </p>
      }
      run={() =>
        api.post('/v1/campaigns/{campaignId}/imports/{importId}/undo', {
          path: { campaignId, importId: id },
        })
      }
      happened="The import is undone."
    />
  );
}

export function Imports({ id }: { id: string }) {
  const imports = useList(
    '/v1/campaigns/{campaignId}/imports',
    { path: { campaignId: id }, query: { limit: 10 } },
    { on: ['import.*'], about: id },
  );
  const add = may('operate') && <a href={`/campaigns/${id}/import`}>Add contacts</a>;
  return (
    <Section title="Imports" aside={add}>
      <ListTable
        list={imports}
        what="the imports"
        caption="Imports of the campaign, newest first"
        columns={COLUMNS}
        keyOf={(each) => each.id}
        empty="Nothing was imported."
        next="Add contacts from a file, or by the API."
      />
    </Section>
  );
}
