/** Reports: what leaves Dialwright as a file. One is chosen by a form, is written in the background, and is downloaded. */
import { ListTable } from '../../components/lists/table.tsx';
import { api } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { NotForRole, Page, Section } from '../../components/page.tsx';
import { readersZone } from '../../format/local-time.ts';
import { spreadsheetForm } from '../../format/files/spreadsheet.ts';
import { address, inAddress, navigate } from '../../router.ts';
import { JOB_COLUMNS } from './jobs.tsx';
import { ReportFieldInput } from './report-field.tsx';
import {
  REPORTS,
  isReport,
  reportQuery,
  shownFields,
  type Report,
  type ReportField,
  type ReportValues,
} from './report-form.ts';

export const ReportsPage = () =>
  may('operate') ? (
    <Reports />
  ) : (
    <NotForRole title="Reports" what="Reports are for the role operate.">
      A report takes many numbers out of the system at once. Sign in with such a key.
    </NotForRole>
  );

function Reports() {
  const jobs = useList('/v1/report-jobs', { query: { limit: 50 } });
  return (
    <Page
      title="Reports"
      reread={jobs.reload}
      intro="A report is written in the background, so it may be of any length. Its file is kept for a day."
    >
      <Section title="Write a report">
        <ReportForm />
      </Section>
      <Section title="Written reports">
        <ListTable
          list={jobs}
          what="the reports"
          caption="Reports"
          columns={JOB_COLUMNS}
          keyOf={({ id }) => id}
          empty="There are no reports."
          next="Choose above what a report contains, then write it."
        />
      </Section>
    </Page>
  );
}

/** The form's values, as they are in the address. */
function valuesOf(query: URLSearchParams, report: Report): ReportValues {
  const found = REPORTS[report].fields.map((field) => [field, query.get(field) ?? '']);
  return Object.fromEntries(found);
}

function ReportForm() {
  const { query } = address.value;
  const chosen = query.get('report');
  const report = isReport(chosen) ? chosen : 'calls';
  const values = valuesOf(query, report);
  const write = () => order(report, values);
  return (
    <div class="card">
      <Form
        key={report}
        send="Write the report"
        run={write}
        happened="The report is being written."
      >
        <div class="report-fields">
          <SelectField
            label="Report"
            value={report}
            // Another report has other fields.
            onValue={(value) => navigate(`/reports?report=${value}`, { replace: true })}
            choices={Object.entries(REPORTS).map(([value, { name }]) => ({ value, text: name }))}
            hint={REPORTS[report].contains}
          />
          {shownFields(report, values).map((field: ReportField) => (
            <ReportFieldInput
              key={field}
              report={report}
              field={field}
              {...inAddress(field, values[field])}
            />
          ))}
        </div>
      </Form>
    </div>
  );
}

/** @throws ApiProblem that names the fields that are wrong */
async function order(report: Report, values: ReportValues): Promise<void> {
  // The server checks the values, and its answer names the fields.
  const usual = { zone: readersZone, delimiter: spreadsheetForm().delimiter };
  const given = Object.entries(values).filter(([, value]) => value);
  const query = reportQuery(report, { ...usual, ...Object.fromEntries(given) }) as object;
  if (report === 'contacts') {
    if (!values.campaign) throw noCampaign();
    const path = { campaignId: values.campaign };
    await api.post('/v1/reports/campaigns/{campaignId}/contacts', { path, query });
  } else {
    await api.post(`/v1/reports/${report}`, { query });
  }
}

const noCampaign = () =>
  new ApiProblem(422, {
    code: 'invalid_request',
    detail: 'A report of contacts is about one campaign.',
    errors: [{ parameter: 'campaign', detail: 'choose one' }],
  });
