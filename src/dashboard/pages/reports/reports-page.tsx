/** Reports: what leaves Dialwright as a file. One is chosen by a form, is written in the background, and is downloaded. */
import {
  NAMED_SPANS,
  NAMES_OF_SPANS,
  daysOfSpan,
  type DaySpan,
} from '../../../domain/spreadsheets/named-spans.ts';
import { ListTable } from '../../components/lists/table.tsx';
import { api } from '../../api/api.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useList } from '../../api/query.ts';
import { may } from '../../api/session.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { Folded } from '../../components/forms/folded.tsx';
import { Form } from '../../components/forms/form.tsx';
import { NotForRole, Page, Section } from '../../components/page.tsx';
import { startOfDay } from '../../format/time/local-day.ts';
import { readersZone } from '../../format/time/local-time.ts';
import { dayOf } from '../../format/time/times.ts';
import { readersExcel } from '../../format/files/spreadsheet.ts';
import { address, inAddress, navigate, setQuery } from '../../router.ts';
import { JOB_COLUMNS } from './jobs.tsx';
import { ReportFieldInput } from './report-field.tsx';
import {
  REPORTS,
  isFirst,
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
    <Page title="Reports" reread={jobs.reload}>
      <ReportForm />
      <Section title="Written reports">
        <ListTable
          list={jobs}
          what="the reports"
          caption="Reports"
          columns={JOB_COLUMNS}
          keyOf={({ id }) => id}
          empty="There are no reports."
        />
      </Section>
    </Page>
  );
}

/** The form's values, as they are in the address. */
function valuesOf(query: URLSearchParams, report: Report): ReportValues {
  const found = REPORTS[report].fields.map((field) => [field, query.get(field) ?? '']);
  const values = Object.fromEntries(found) as ReportValues;
  return 'for' in values ? { ...values, for: values.for || readersExcel() } : values;
}

function ReportForm() {
  const { query } = address.value;
  const chosen = query.get('report');
  const report = isReport(chosen) ? chosen : 'calls';
  const values = valuesOf(query, report);
  const write = () => order(report, values);
  const shown = shownFields(report, values);
  const folded = shown.filter((field) => !isFirst(report, field));
  const input = (field: ReportField) => (
    <ReportFieldInput
      key={field}
      report={report}
      field={field}
      {...inAddress(field, values[field])}
    />
  );
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
          {REPORTS[report].fields.includes('from') && <Periods />}
          {shown.filter((field) => isFirst(report, field)).map(input)}
        </div>
        <Folded
          name="Filters and format"
          open={folded.some((field) => query.get(field))}
          pointers={folded}
        >
          <div class="report-fields">{folded.map(input)}</div>
        </Folded>
      </Form>
    </div>
  );
}

/** Of the reader's calendar. */
const Periods = () => (
  <div class="links" role="group" aria-label="Usual times">
    {NAMES_OF_SPANS.map((span) => (
      <button
        key={span}
        type="button"
        class="quiet-button"
        onClick={() => setQuery(timesOf(daysOfSpan(span, dayOf(Date.now()))))}
      >
        {NAMED_SPANS[span]}
      </button>
    ))}
  </div>
);

const timesOf = ({ from, to }: DaySpan) => ({
  from: startOfDay(from),
  to: to === null ? undefined : startOfDay(to),
});

/** @throws ApiProblem that names the fields that are wrong */
async function order(report: Report, values: ReportValues): Promise<void> {
  // The server checks the values, and its answer names the fields.
  const usual = { zone: readersZone };
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
