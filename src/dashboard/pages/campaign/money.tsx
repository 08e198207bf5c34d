/** What the campaign has cost, what may still come, and what it may spend. */
import type { Schemas } from '../../api/api.ts';
import { Figure, Figures, Shares } from '../../components/figures.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { counted, money, percent, shareOf } from '../../format/numbers.ts';
import { isBudgetSpent } from '../now/operator-problems.ts';
import { budgetParts } from './budget-share.ts';

type Campaign = Schemas['CampaignProgress'];

export function MoneySection({ campaign }: { campaign: Campaign }) {
  const { id, money: sums, currency, budget, negative_costs: negative } = campaign;
  const { settled, pending, never_settled: never } = sums;
  const parts = budgetParts(sums, currency);
  const spent = parts.reduce((all, { value }) => all + value, 0);
  const total = budget?.total ?? null;
  return (
    <Section title="Money">
      <Figures>
        <Figure
          name="Settled"
          value={money(settled.amount, currency)}
          detail={`${counted(settled.calls, 'call')} with a bill`}
        />
        <Figure
          name="Pending"
          value={money(pending.set_aside, currency)}
          detail={`set aside for ${counted(pending.calls, 'call')}, live or without a bill yet`}
        />
        <Figure
          name="Never settled"
          value={money(never.set_aside, currency)}
          {...(never.calls > 0 ? { tone: 'bad' as const } : {})}
          detail={
            never.calls > 0 ? (
              <a href={`/calls?campaign=${id}&settlement=unsettled`}>
                set aside for {counted(never.calls, 'call')} without a bill
              </a>
            ) : (
              'every bill came'
            )
          }
        />
        <Figure
          name="Budget"
          value={total === null ? 'No limit' : money(total, currency)}
          detail={budgetDetail(campaign, total === null ? null : shareOf(spent, Number(total)))}
        />
      </Figures>
      {total !== null && <Shares label="Budget" parts={parts} total={Number(total)} />}
      {sums.budget_alert && (
        <p class="warn">
          The budget {sums.budget_alert.cap === 'total' ? 'of the campaign' : 'of the day'}{' '}
          {isBudgetSpent(campaign)
            ? 'is spent or set aside: no call leaves. It reached'
            : 'reached'}{' '}
          its alert threshold <Time at={sums.budget_alert.since} />.{' '}
          <a href={`/campaigns/${id}/policy`}>Change the budget</a>
        </p>
      )}
      {negative > 0 && (
        <p class="quiet">
          The cost of {counted(negative, 'call')} is below 0 at the carrier. The total includes
          them; the budget counts them as 0.
        </p>
      )}
    </Section>
  );
}

function budgetDetail({ budget, currency }: Campaign, share: number | null): string {
  if (!budget) return 'no rule limits the cost';
  const used = share === null ? [] : [`${percent(share)} spent or set aside`];
  const day = budget.per_day === null ? [] : [`${money(budget.per_day, currency)} a day`];
  return [...used, ...day, `${money(budget.reserve_per_call, currency)} set aside a call`].join(
    ', ',
  );
}
