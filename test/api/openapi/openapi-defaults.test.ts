import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDuration } from '../../../src/api/http/schemas.ts';
import { NO_LIMITS, USUAL_GROWTH } from '../../../src/domain/account/hold-rules.ts';
import { DEFAULT_AGENT } from '../../../src/domain/agents/agent.ts';
import {
  DEFAULT_AGENT_ALONE_MS,
  DEFAULT_JITTER_MS,
} from '../../../src/domain/callbacks/callback.ts';
import { DEFAULT_REDIAL_RULE } from '../../../src/domain/calls/redial.ts';
import { DEFAULT_POLICY } from '../../../src/domain/campaigns/policy.ts';
import { AFTER_SILENCE_MS, NO_CAPS } from '../../../src/domain/contacts/number-caps.ts';
import { DEFAULT_CAPS_COUNT } from '../../../src/domain/rules/caps-count.ts';
import { DEFAULT_FORECAST } from '../../../src/domain/planning/rehearsal/forecast.ts';
import { USUAL_PROBE_WAITS } from '../../../src/domain/timing.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Field {
  description?: string;
  default?: unknown;
}
interface Document {
  components: { schemas: Record<string, { properties?: Record<string, Field> }> };
}

/** By component: what each field that may be left out has then. */
const OF_THE_DOMAIN: Record<string, Record<string, unknown>> = {
  RedialRule: DEFAULT_REDIAL_RULE,
  CallingWindow: { closed_dates: [], ring_margin: '2m' },
  NumberCaps: {
    count_by: DEFAULT_CAPS_COUNT,
    per_day: NO_CAPS.perDay,
    rolling: NO_CAPS.rolling,
    least_gap: formatDuration(NO_CAPS.leastGapMs),
    after_talk: null,
    after_refusal: null,
    after_silence: formatDuration(AFTER_SILENCE_MS),
  },
  Budget: { total: null, per_day: null, alert_at: 0.8 },
  AgentRules: {
    pool: DEFAULT_POLICY.agents.pool,
    wrap_up: formatDuration(DEFAULT_POLICY.agents.wrapUpMs),
    outcome_within: null,
    pause_after_misses: DEFAULT_POLICY.agents.pauseAfterMisses,
  },
  RefusalRule: { after: null, most: 5 },
  Recurrence: { jitter: formatDuration(DEFAULT_JITTER_MS) },
  AgentInput: DEFAULT_AGENT,
  HoldRuleInput: { code: null, at_end: NO_LIMITS.atEnd },
  RehearsalInput: {
    seed: DEFAULT_FORECAST.seed,
    agent_back_after: formatDuration(DEFAULT_FORECAST.agentBackAfterMs),
  },
};

let on: ApiUnderTest;
let schemas: Document['components']['schemas'];
beforeAll(async () => {
  on = await startApi();
  schemas = (await on.api.inject({ url: '/openapi.json' })).json<Document>().components.schemas;
});
afterAll(() => on.stop());

const fieldsOf = (component: string) => Object.entries(schemas[component]?.properties ?? {});
const textOf = (component: string, field: string) =>
  schemas[component]?.properties?.[field]?.description;

test.each(Object.entries(OF_THE_DOMAIN))(
  'the defaults of %s in the document are those of the domain',
  (component, defaults) => {
    const documented = fieldsOf(component).flatMap(([name, { description }]) => {
      const text = / ?Left out: ([^ ]+)\.$/.exec(description ?? '')?.[1];
      return text === undefined ? [] : [[name, JSON.parse(text)]];
    });
    expect(Object.fromEntries(documented)).toEqual(defaults);
  },
);

test.each(Object.entries(OF_THE_DOMAIN))(
  'where %s is answered, it has the defaults of the domain too',
  (component, defaults) => {
    const answered = fieldsOf(`${component}Output`).flatMap(([name, field]) =>
      'default' in field ? [[name, field.default]] : [],
    );
    expect(defaults).toMatchObject(Object.fromEntries(answered));
  },
);

test('defaults that follow from other fields are the domain’s in the text', () => {
  const { firstProbeAfterMs, longestProbeGapMs } = USUAL_PROBE_WAITS;
  expect(textOf('HoldRuleInput', 'first_wait')).toContain(formatDuration(firstProbeAfterMs));
  expect(textOf('HoldRuleInput', 'longest_wait')).toContain(formatDuration(longestProbeGapMs));
  expect(textOf('HoldRuleInput', 'growth')).toContain(`${USUAL_GROWTH}`);
  expect(textOf('CallbackInput', 'prefer_agent_for')).toContain(
    formatDuration(DEFAULT_AGENT_ALONE_MS),
  );
});
