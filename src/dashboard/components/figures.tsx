/** Figures: one with its name, and shares of a whole. */
import type { ComponentChildren } from 'preact';
import { count, money, percent, roundedMoney, shareOf } from '../format/numbers.ts';
import type { Part } from '../format/contact-parts.ts';
import { shareWidths } from '../format/share-widths.ts';
import type { Tone } from '../format/words.ts';

interface FigureProps {
  name: ComponentChildren;
  value: ComponentChildren;
  detail?: ComponentChildren;
  tone?: Tone;
}

export const Figure = ({ name, value, detail, tone }: FigureProps) => (
  <div class={`figure ${tone ?? ''}`}>
    <dt>{name}</dt>
    <dd>
      <span class="figure-value digits">{value}</span>
      {detail !== undefined && detail !== false && <span class="figure-detail">{detail}</span>}
    </dd>
  </div>
);

interface MoneyFigureProps extends Omit<FigureProps, 'value'> {
  /** Decimal text. */
  amount: string;
  currency: string | null;
}

/** In cents; the exact amount shows when one points at it. */
export const MoneyFigure = ({ amount, currency, ...figure }: MoneyFigureProps) => (
  <Figure
    {...figure}
    value={<span title={money(amount, currency)}>{roundedMoney(amount, currency)}</span>}
  />
);

/** The length of a value against the largest one of its column. The number beside it says the same. */
export const Bar = ({ share, tone = 'busy' }: { share: number; tone?: Tone }) => (
  <span class="bar" aria-hidden="true">
    <span class={tone} style={{ width: `${100 * Math.min(1, Math.max(0, share))}%` }} />
  </span>
);

export const Figures = ({ children }: { children: ComponentChildren }) => (
  <dl class="figures">{children}</dl>
);

interface SharesProps {
  label: string;
  parts: readonly Part[];
  total: number;
}

/** A bar that is divided by the parts. The text beside it says the same. */
export function Shares({ label, parts, total }: SharesProps) {
  const shown = parts.filter(({ value }) => value > 0);
  const text = shown
    .map(
      ({ name, value, text: amount = count(value) }) =>
        `${name} ${amount} (${percent(shareOf(value, total))})`,
    )
    .join(', ');
  const { widths, rest } = shareWidths(
    shown.map(({ value }) => value),
    total,
  );
  return (
    <div class="shares" role="img" aria-label={`${label}: ${text || 'none'}`} title={text}>
      {shown.map(({ name, tone }, index) => (
        <span key={name} class={tone} style={{ flexGrow: widths[index]! }} />
      ))}
      {rest > 0 && <span class="rest" style={{ flexGrow: rest }} />}
    </div>
  );
}
