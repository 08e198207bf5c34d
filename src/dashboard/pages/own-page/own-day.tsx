/** Today's figures of the agent itself. */
import { Fact } from '../../components/facts.tsx';
import { FigureTitle } from '../../components/figure-name.tsx';
import { Section } from '../../components/page.tsx';
import { count } from '../../format/numbers.ts';
import { roughDuration } from '../../format/time/times.ts';
import type { OwnPage } from './use-own-page.ts';

export const OwnDay = ({ page: { today } }: { page: OwnPage }) => (
  <Section title="Today">
    <dl class="facts own-day">
      <Fact name={<FigureTitle figure="agent_rang" />}>{count(today.calls)}</Fact>
      <Fact name={<FigureTitle figure="bridged" />}>{count(today.talked)}</Fact>
      <Fact name={<FigureTitle figure="talk_seconds" />}>{roughDuration(today.talk_seconds)}</Fact>
      {today.outcomes.map(({ code, label, calls }) => (
        <Fact key={code} name={label}>
          {count(calls)}
        </Fact>
      ))}
    </dl>
  </Section>
);
