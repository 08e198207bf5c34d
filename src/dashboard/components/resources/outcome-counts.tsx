/** What people said of the calls of a campaign, by code. */
import { useQuery } from '../../api/query.ts';
import { Loaded } from '../feedback.tsx';
import { Fact } from '../facts.tsx';
import { Section } from '../page.tsx';
import { count, percent } from '../../format/numbers.ts';

export function OutcomeCounts({ campaign, from }: { campaign: string; from: string }) {
  const query = useQuery(
    '/v1/stats/outcomes',
    { query: { campaign, from } },
    { on: ['call.outcome'], about: campaign },
  );
  return (
    <Section title="What people said">
      <Loaded query={query} what="the outcomes">
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">Nobody has set an outcome yet.</p>
          ) : (
            <dl class="facts">
              {data.map(({ code, group, label, calls, share }) => (
                <Fact key={code + group} name={label}>
                  {count(calls)} <span class="quiet">{percent(share)}</span>
                </Fact>
              ))}
            </dl>
          )
        }
      </Loaded>
    </Section>
  );
}
