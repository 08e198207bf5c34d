/** What the document says about the whole API, and its groups in the order of an operator's day. */
export const DESCRIPTION = `Durable click2call campaigns.

- Instants are RFC 3339 in UTC, durations read \`30s\`, \`5m\`, \`2h\`, money is a decimal string.
- Every POST takes an \`Idempotency-Key\`, except a sign-in; a repeat gets the first answer, with \`Idempotency-Replayed: true\`.
- Each operation names the role that the API key needs, as \`x-role\`: \`read\`, \`operate\` or \`admin\`; each includes those before it.
- Errors are \`application/problem+json\` with a stable \`code\`; unknown fields are refused.
- Clients should ignore unknown fields: fields may be added.

## A day

1. Agents: \`POST /v1/agents\` adds them once; \`POST /v1/agents/{agentId}/ready\` in the morning.
2. Who must not be called: \`PUT /v1/suppressions/{listId}\`, then \`POST /v1/suppressions/{listId}/numbers\`.
3. A campaign with its rules: \`POST /v1/campaigns\`. Its contacts: \`POST /v1/campaigns/{campaignId}/contacts\`, as CSV, NDJSON or JSON.
4. What would happen: \`POST /v1/campaigns/{campaignId}/preflight\`, and for one contact \`GET /v1/campaigns/{campaignId}/contacts/{position}/why\`.
5. \`POST /v1/campaigns/{campaignId}/start\`, now or at nine.
6. While it runs: \`GET /v1/campaigns/{campaignId}\`, \`GET /v1/calls\`, and \`GET /v1/account\` for the hold and for alerts.
   One call at once: \`POST /v1/calls\`. Later: \`POST /v1/callbacks\`.
7. If something is wrong: \`POST /v1/account/stop\` stops every campaign. After a hold: \`POST /v1/account/hold/lift\`.
8. In the evening: \`GET /v1/calls/{ref}/recording\`, \`POST /v1/calls/{ref}/resolve\` for calls that ended as unknown, and \`GET /v1/audit\`.

## Waiting for something

Descriptions of \`state\` name the final states. To wait for one thing, poll it at the interval that its operation advises; an answer of
429 or 503 has \`Retry-After\`. To follow many things, read \`GET /v1/events\` as an event stream instead of polling: it continues after
\`Last-Event-ID\`.

## Clients

The package \`dialwright\` exports a typed client for TypeScript as \`dialwright/client\`. Others can be generated from this document.`;

export const TAGS: readonly { name: string; description: string }[] = [
  { name: 'agents', description: 'Who takes the calls.' },
  { name: 'suppressions', description: 'Numbers that are never called.' },
  { name: 'consents', description: 'What persons agreed or objected to, by number.' },
  {
    name: 'campaigns',
    description: 'Lists of contacts with rules; preflight, start, progress, end.',
  },
  {
    name: 'contacts',
    description: 'Who is called, imports, and why a contact is or is not called.',
  },
  { name: 'calls', description: 'Single calls: place, follow, end, close, recordings.' },
  { name: 'outcomes', description: 'What people say that calls led to, by codes of the account.' },
  { name: 'callbacks', description: 'Calls at an agreed time, once or repeatedly.' },
  { name: 'account', description: 'The stop, the hold, limits and alerts of the whole account.' },
  { name: 'events', description: 'What happens, as a list, a stream, or webhooks.' },
  { name: 'webhook endpoints', description: 'Where events are sent, and what became of it.' },
  { name: 'statistics', description: 'Calls, talk time, agents and costs by time.' },
  { name: 'reports', description: 'Calls, contacts and recordings as files.' },
  {
    name: 'rule-presets',
    description: 'Facts about calling rules by area, with their sources; no legal advice.',
  },
  { name: 'decisions', description: 'What each placement was decided on.' },
  { name: 'reconciliations', description: 'Our costs compared with the carrier’s call records.' },
  { name: 'audit', description: 'Who changed what.' },
  { name: 'privacy', description: 'What is kept, for how long, and how a person is erased.' },
  { name: 'carrier', description: 'The account at the carrier: numbers, documents, SIP accounts.' },
  { name: 'users', description: 'People who sign in, their roles, passwords and second factors.' },
  { name: 'keys', description: 'API keys with a name and a role; sessions of browsers.' },
  { name: 'health', description: 'Whether the server can be used.' },
];
