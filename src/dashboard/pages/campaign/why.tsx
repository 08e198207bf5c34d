/** Every rule about one contact, with its answer and its inputs. The contact is in the address: `?why=13`. */
import type { Schemas } from '../../api/api.ts';
import { useQuery } from '../../api/query.ts';
import { Badge } from '../../components/resources/badge.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Fact } from '../../components/facts.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
import { sentence, type Word } from '../../format/words.ts';
import { address, setQuery } from '../../router.ts';

type Why = Schemas['Why'];

const VERDICTS: Record<Why['verdict'], Word> = {
  now: { text: 'May be dialled now', tone: 'good' },
  later: { text: 'Later', tone: 'busy' },
  waits: { text: 'Waits', tone: 'warn' },
  never: { text: 'Never', tone: 'quiet' },
  'on-call': { text: 'In a call', tone: 'good' },
};

export function WhyDialog({ id, zone }: { id: string; zone: string }) {
  const position = Number(address.value.query.get('why'));
  if (!Number.isInteger(position) || position < 1) return null;
  const close = () => setQuery({ why: undefined });
  return (
    <Dialog title={`Contact ${position}: why it is dialled or not`} onClose={close}>
      <WhyOf key={position} id={id} position={position} zone={zone} />
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function WhyOf({ id, position, zone }: { id: string; position: number; zone: string }) {
  const why = useQuery(
    '/v1/campaigns/{campaignId}/contacts/{position}/why',
    { path: { campaignId: id, position } },
    { on: ['call.*', 'campaign.*', 'agent.*', 'hold.*'] },
  );
  return (
    <Loaded query={why} what="the rules">
      {({ verdict, text, at, admission, rules, zone_rules: release }) => (
        <>
          <p>
            <Badge {...VERDICTS[verdict]} /> {text}
          </p>
          {at && verdict === 'later' && (
            <p>
              Not before <Time at={at} zone={zone} />
            </p>
          )}
          {admission && <p class="warn">Its call would be stopped at this instant: {admission}</p>}
          <ul class="rules">
            {rules
              .toSorted((a, b) => Number(a.answer === 'yes') - Number(b.answer === 'yes'))
              .map((rule) => (
                <RuleItem key={rule.rule} rule={rule} zone={zone} />
              ))}
          </ul>
          {release && <p class="quiet">Time zone data of the server: IANA {release}</p>}
        </>
      )}
    </Loaded>
  );
}

function RuleItem({
  rule: { rule, answer, text, until, inputs },
  zone,
}: {
  rule: Why['rules'][number];
  zone: string;
}) {
  const asked = Object.entries(inputs);
  return (
    <li>
      <p>
        <Badge tone={answer === 'yes' ? 'good' : 'warn'} text={answer === 'yes' ? 'Yes' : 'No'} />{' '}
        <strong>{sentence(rule)}</strong> {text}
        {until && (
          <>
            {' '}
            until <Time at={until} zone={zone} />
          </>
        )}
      </p>
      {asked.length > 0 && (
        <details>
          <summary>What the rule read of {sentence(rule).toLowerCase()}</summary>
          <dl class="inputs">
            {asked.map(([name, value]) => (
              <Fact key={name} name={sentence(name)}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
