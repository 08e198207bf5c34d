/** Only a campaign that runs or drains may dial, before its deadline, and while the account is not stopped. */
import { Changes, ChangesOfCampaigns } from '../changes.ts';
import type { AccountLine, CampaignLine, FileLine } from '../decision-lines.ts';
import { millisOr, show, type Judged, type Rule } from '../rule.ts';

const DIALLING = ['running', 'draining'];

export class States implements Rule {
  readonly id = 'STATE';
  readonly rule =
    'no POST unless the campaign dials, before its deadline, and the account is not stopped';
  readonly #campaigns = new ChangesOfCampaigns<CampaignLine>();
  readonly #account = new Changes<AccountLine>();

  take(line: FileLine): void {
    if (line.type === 'campaign') this.#campaigns.take(line);
    if (line.type === 'account') this.#account.lines.push(line);
  }

  judge({ line, record, decidedMs }: Judged): string[] {
    const { id } = line.sealed;
    const stopped = this.#account.before(id)?.stopped_since ?? null;
    const faults = stopped === null ? [] : [`the account was stopped since ${stopped}`];
    const campaign = this.#campaigns.of(line.campaign).before(id);
    if (!campaign)
      return [...faults, `the file does not contain the state of campaign ${line.campaign}`];
    const { state, at, deadline_at: deadline } = campaign;
    if (!DIALLING.includes(state))
      faults.push(`campaign ${line.campaign} was ${state} since ${at}`);
    if (record.campaign_state !== state)
      faults.push(
        `it was decided as if the campaign was ${record.campaign_state}, and it was ${state}`,
      );
    if (decidedMs >= millisOr(deadline, Infinity))
      faults.push(`decided at ${show(decidedMs)}, and the campaign’s deadline was ${deadline}`);
    if (record.deadline_at !== deadline)
      faults.push(
        `it was decided with the deadline ${record.deadline_at ?? 'none'}, and the campaign’s was ${deadline ?? 'none'}`,
      );
    return faults;
  }
}
