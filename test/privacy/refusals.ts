/** Everything the API refuses, asked for with canaries where it might echo them. */
import { connect } from 'node:net';
import { ask, order, type Api } from './asking.ts';
import { KEPT, NAMES, NUMBERS, PASSING } from './canaries.ts';

export interface Refusal {
  asked: string;
  status: number;
  body: string;
}

export async function askForRefusals(api: Api): Promise<Refusal[]> {
  const { invalid, invalidNumber, wrongKey, wrongToken } = PASSING;
  const [number, name] = [NUMBERS[0]!, NAMES[0]!];
  const id = (await order(api, '/v1/campaigns', { name: KEPT.campaignName }))['id']!;
  const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body) });
  const csv = (body: string): RequestInit => ({ body, headers: { 'content-type': 'text/csv' } });
  const questions: [method: string, path: string, rest?: RequestInit][] = [
    ['GET', '/v1/calls', { headers: { authorization: `Bearer ${wrongKey}` } }],
    ['GET', '/v1/calls', { headers: { authorization: `Basic ${wrongKey}` } }],
    ['GET', `/v1/calls/${number}`],
    ['GET', `/v1/campaigns/${encodeURIComponent(name)}`],
    ['GET', `/v1/calls?state=${invalid}`],
    ['GET', `/v1/calls?cursor=${invalid}%0d%0a`],
    ['GET', `/v1/calls?${number}=1`],
    ['GET', `/${invalid}`],
    ['DELETE', `/v1/calls/${number}`],
    ['GET', `/v1/calls/%zz${invalid}`],
    ['GET', `/v1/calls/${'x'.repeat(200)}${invalid}`],
    ['POST', '/v1/campaigns', json({ name: 5, agent_caller_id: invalidNumber, [number]: name })],
    ['POST', '/v1/campaigns', { body: `{"name": "${name}" ${number}}` }],
    ['POST', '/v1/campaigns', { body: name, headers: { 'content-type': `text/${invalid}` } }],
    ['POST', '/v1/campaigns', { ...json({ name: invalid }), headers: usedKey }],
    ['POST', '/v1/calls', json({ number: invalidNumber, name })],
    ['POST', '/v1/calls', json({ number, agent_id: invalid })],
    ['POST', '/v1/agents', json({ name, kind: 'sip', address: `${invalid} ${number}` })],
    ['POST', '/v1/agents', json({ name, kind: invalid, address: name })],
    ['POST', '/v1/agents', json({ name, kind: 'sip', address: `${KEPT.sipAccount}-0` })],
    ['POST', `/v1/agents/${invalid}/ready`],
    ['POST', '/v1/account/stop', json({ reason: [name] })],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`${number},${name}\n${number},${name}\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n"${number},${name}\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n${invalidNumber},${name},x\n`)],
    ['POST', `/v1/campaigns/${id}/contacts`, json({ contacts: [{ [number]: name }] })],
    ['POST', `/v1/campaigns/${id}/contacts`, csv(`number,name\n${invalidNumber},${name}\n`)],
    ['POST', `/hooks/click2call/${id}.1.1.1/${wrongToken}`, { body: number }],
    ['POST', `/hooks/recordings/${wrongToken}`, { body: number }],
    ['POST', '/codec/decode', json({ payloads: [{ data: `${invalid} ` }] })],
    ['POST', '/codec/decode', { ...json({}), headers: { origin: `https://${invalid}.example` } }],
  ];
  const refusals: Refusal[] = [];
  for (const [method, path, rest] of questions) {
    const answer = await ask(api, method, path, rest);
    refusals.push({ asked: `${method} ${path}`, status: answer.status, body: await answer.text() });
  }
  const unreadable = await sayRaw(api, `GET /${invalid} HTTP/1.1\r\n${number} ${name}\r\n\r\n`);
  return [...refusals, { asked: 'no HTTP', status: 400, body: unreadable }];
}

const usedKey = { 'idempotency-key': KEPT.idempotencyKey };

async function sayRaw({ url }: Api, words: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(words);
  return Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>)).toString();
}
