/** A preflight: who will be dialled, who will not and why, when, and at what cost. */
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/api.ts';
import { Figure, Figures } from '../../components/figures.tsx';
import { Table } from '../../components/lists/table.tsx';
import { Time } from '../../components/time.tsx';
import { count, counted, money } from '../../format/numbers.ts';
import { preflightText } from './preflight-text.ts';

type Preflight = Schemas['Preflight'];

interface PreflightResultProps {
  preflight: Preflight;
  currency: string | null;
  close: () => void;
}

export function PreflightResult({ preflight, currency, close }: PreflightResultProps) {
  const { contacts, warnings, zones, areas, carrier } = preflight;
  return (
    <ResultCard title="Preflight" close={close}>
      <p>{preflightText(preflight)}</p>
      <Warnings warnings={warnings} />
      <Figures>
        <Figure name="First call" value={timeOr(preflight.first_dial_at, 'never')} />
        <Figure name="Last possible call" value={timeOr(preflight.last_dial_at, 'no end')} />
        <Figure name="Attempts" value={count(preflight.attempts)} detail="at most" />
        <Figure name="Cost" value={costText(preflight, currency)} detail={costDetail(preflight)} />
      </Figures>
      <Groups title="Dialled later" groups={contacts.later} />
      <Groups title="Not dialled" groups={contacts.skipped} />
      {zones.length > 0 && (
        <details>
          <summary>Time zones of the contacts</summary>
          <Table
            caption="Time zones of the contacts"
            rows={zones}
            keyOf={({ zone }) => zone}
            columns={[
              { name: 'Zone', cell: ({ zone }) => zone },
              { name: 'Contacts', numeric: true, cell: (each) => count(each.contacts) },
            ]}
          />
        </details>
      )}
      {areas.length > 0 && (
        <details>
          <summary>Areas of the contacts</summary>
          <Table
            caption="Areas of the contacts"
            rows={areas}
            keyOf={({ area }) => area}
            columns={[
              { name: 'Area', cell: ({ area }) => area },
              { name: 'Contacts', numeric: true, cell: (each) => count(each.contacts) },
            ]}
          />
          <p class="quiet">
            By address and area code ({preflight.area_data}). People take their numbers along, so an
            area code is a guess.
          </p>
        </details>
      )}
      <p class="quiet">{carrierText(carrier, currency)}</p>
      <Warnings warnings={carrier.notes} />
    </ResultCard>
  );
}

interface ResultCardProps {
  title: 'Preflight' | 'Rehearsal';
  close: () => void;
  children: ComponentChildren;
}

export const ResultCard = ({ title, close, children }: ResultCardProps) => (
  <article class="card" aria-label={title}>
    <div class="card-head">
      <h3>{title}</h3>
      <button type="button" class="quiet-button" onClick={close}>
        Close the {title.toLowerCase()}
      </button>
    </div>
    {children}
  </article>
);

export function Warnings({ warnings }: { warnings: Preflight['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings">
      {warnings.map(({ code, text, severity, section }) => (
        <li key={code + text} class={severity === 'error' ? 'note bad' : 'note warn'}>
          <p>
            {severity === 'error' && <strong>Prevents all calls: </strong>}
            {text} {section && <span class="quiet">(the carrier’s document, {section})</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Contacts by a reason, with links to what the rules say of the first few. */
export function Groups({
  title,
  groups,
}: {
  title: string;
  groups: readonly {
    reason: string;
    text: string;
    contacts: number;
    examples?: readonly number[];
  }[];
}) {
  if (groups.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {groups.map(({ reason, text, contacts, examples = [] }) => (
          <li key={reason}>
            <strong class="digits">{count(contacts)}</strong> {text}
            {examples.length > 0 && (
              <span class="quiet">
                {' '}
                (contacts{' '}
                {examples.map((position, index) => (
                  <>
                    {index > 0 && ', '}
                    <a key={position} href={`?why=${position}`}>
                      {position}
                    </a>
                  </>
                ))}
                )
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const timeOr = (at: string | null, none: string) => (at ? <Time at={at} /> : none);

const costText = ({ cost }: Preflight, currency: string | null) =>
  cost ? `${money(cost.low, currency)} to ${money(cost.high, currency)}` : 'Unknown';

const SOURCES: Record<NonNullable<Preflight['cost']>['from'], string> = {
  request: 'by the given price',
  'settled-calls': 'by what settled calls have cost',
  budget: 'by what the budget sets aside',
};

const costDetail = ({ cost }: Preflight) =>
  cost
    ? SOURCES[cost.from] + (cost.budget_ends_it ? '; the budget may end it' : '')
    : 'no call has a cost yet, and there is no budget';

function carrierText(
  { asked, sip_accounts: sip, numbers, balance }: Preflight['carrier'],
  currency: string | null,
): string {
  if (!asked) return 'The carrier was not asked.';
  const parts = [
    `${count(sip.found)} of ${count(sip.asked)} SIP accounts found`,
    ...(numbers.listed === null ? [] : [`${counted(numbers.listed, 'number')} of the account`]),
    ...(balance ? [`balance ${money(balance.amount, balance.currency ?? currency)}`] : []),
  ];
  return `The carrier was asked: ${parts.join(', ')}.`;
}
