/** Decides whether a POST is refused: because of the account, the request itself, or the balance. */
import { microsOf, microsToPay, type Micros } from '../money.ts';
import { asksForRefusal, refusalOf, type Refusal, type RefusalQuestion } from './refusals.ts';
import type { Validated, Violation } from './validation.ts';
import type { World } from '../world.ts';

export interface Refused {
  refusal: Refusal;
  violations: Violation[];
}

/** Refusals of the whole account: they are decided before the request is validated. */
const OF_THE_ACCOUNT = [401, 403, 409, 429];

export function findRefusal(
  world: World,
  validated: Validated,
  question: RefusalQuestion,
): Refused | undefined {
  const scripted = world.options.refuse.find((rule) => asksForRefusal(rule, question));
  const refusal = scripted && refusalOf(scripted.code);
  if (refusal && OF_THE_ACCOUNT.includes(refusal.status)) return { refusal, violations: [] };
  const [first] = validated.violations;
  if (first) {
    const { code, message } = first;
    return { refusal: { status: 422, code, message }, violations: validated.violations };
  }
  return refusal && { refusal, violations: scriptedViolations(world, refusal) };
}

/** Whether the account can pay this cost in addition to the costs of all calls that were accepted before. */
export function canPay(world: World, cost: string, elapsedMs: number): boolean {
  const funds = fundsOf(world, elapsedMs);
  return funds === undefined || world.carrierState.committed + microsToPay(cost) <= funds;
}

/** The sum of all payments into the account up to then; undefined: no limit. */
export function fundsOf(
  { options: { balance, topUp } }: World,
  elapsedMs: number,
): Micros | undefined {
  if (balance === undefined) return undefined;
  const added = topUp.filter(({ atMs }) => atMs <= elapsedMs).map(({ amount }) => amount);
  return added.reduce((sum, amount) => sum + amount, microsOf(balance) ?? 0n);
}

function scriptedViolations({ options }: World, { status, code, message }: Refusal): Violation[] {
  if (status !== 422) return [];
  const fields: Record<string, string> = { invalid_a_cli: 'a_cli', caller_id_unsupported: 'b_cli' };
  return [{ field: fields[code] ?? options.variant.destinationField, code, message }];
}
