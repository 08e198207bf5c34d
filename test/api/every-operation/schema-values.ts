/** Values of a JSON schema, and values that nobody should send in their place. */
import fc from 'fast-check';
import { oddTexts } from '../../malformed/odd-values.ts';

export type Schema = Record<string, unknown>;
export type Schemas = Record<string, Schema>;

const DEEPEST = 5;

/** Instants that are valid or nearly, at the edges of what a clock or a column can hold. */
const oddInstants = fc.constantFrom(
  '2036-03-03T09:30:00Z',
  '1970-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-14:00',
  '2016-12-31T23:59:60Z',
  '2026-02-30T10:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-03-29T02:30',
  '2026-03-03',
);

const oddWords = fc.constantFrom(
  '30m',
  '999999999d',
  '0s',
  '-1s',
  '1e3s',
  '+12025550123',
  '+4420794600120000000000',
  '0.0000000000000000000000001',
  '-0.5',
  '1e9',
  '99999999999999999999.99',
  'Europe/Paris',
  'Etc/GMT+12',
  'mars/phobos',
  'US',
  'true',
  'id',
  'evt_1',
  'evt_99999999999999999999',
);

const oddNumbers = fc.constantFrom(
  0,
  -0,
  -1,
  0.5,
  1e9,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e300,
  -1e300,
  Number.MIN_VALUE,
);

/** Anything at all, as a JSON value. */
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts.map((text) => text.toWellFormed()),
  oddInstants,
  oddWords,
  oddNumbers,
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }, { length: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

export const oddParameters: fc.Arbitrary<string> = fc.oneof(
  oddTexts.map((text) => text.toWellFormed()),
  oddInstants,
  oddWords,
  oddNumbers.map(String),
  fc.constantFrom('x'.repeat(3_000), 'null', '[]', '{"number":"n"}', '{"__proto__":1}', 'a,b,,c'),
);

/** A value of the schema, or one in which some part is odd. */
export function damagedValue(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  return valueOf(schema, schemas, { depth: 0, odd: true });
}

interface Where {
  depth: number;
  odd: boolean;
}

function valueOf(schema: Schema, schemas: Schemas, where: Where): fc.Arbitrary<unknown> {
  const right = rightValue(resolved(schema, schemas), schemas, where);
  if (!where.odd) return right;
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: oddValues });
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? resolved(schemas[$ref.split('/').at(-1)!]!, schemas) : schema;
}

function rightValue(schema: Schema, schemas: Schemas, where: Where): fc.Arbitrary<unknown> {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  const deeper = { ...where, depth: where.depth + 1 };
  if (choices) return fc.oneof(...choices.map((each) => valueOf(each, schemas, deeper)));
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as Schema[]).map((each) => valueOf(each, schemas, deeper));
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
  }
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  // Without a type: any value.
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return fc.oneof(...types.map((type) => valueOfType(type, schema, schemas, deeper)));
}

function valueOfType(
  type: string,
  schema: Schema,
  schemas: Schemas,
  where: Where,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, schemas, where);
    case 'array': {
      const items = (schema['items'] as Schema | undefined) ?? {};
      if (where.depth > DEEPEST) return fc.constant([]);
      return fc.array(valueOf(items, schemas, where), { maxLength: 3 });
    }
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.oneof(fc.constantFrom(0, 1, 2, 10), fc.integer());
    case 'number':
      return fc.constantFrom(0, 0.5, 1, 10);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return oddValues;
  }
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const examples = [schema['example'], schema['examples']]
    .flat()
    .filter((one) => typeof one === 'string');
  const given = examples.length > 0 ? fc.constantFrom(...examples) : undefined;
  const odd = fc.oneof(oddInstants, oddWords, fc.string({ maxLength: 12 }));
  const made = schema['format'] === 'date-time' ? oddInstants : odd;
  return given === undefined
    ? made
    : fc.oneof({ weight: 3, arbitrary: given }, { weight: 1, arbitrary: made });
}

function objectOf(schema: Schema, schemas: Schemas, where: Where): fc.Arbitrary<object> {
  const fields = Object.entries((schema['properties'] as Schemas | undefined) ?? {});
  const required = (schema['required'] as string[] | undefined) ?? [];
  if (where.depth > DEEPEST) return fc.constant({});
  const members = fields.map(([name, field]): [string, fc.Arbitrary<unknown>] => [
    name,
    valueOf(field, schemas, where),
  ]);
  const whole = fc.record(Object.fromEntries(members), {
    requiredKeys: where.odd ? required.filter((name) => name !== '') : required,
  });
  const extra = schema['additionalProperties'];
  if (typeof extra !== 'object' || extra === null) return whole;
  const more = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 5 }),
    valueOf(extra as Schema, schemas, where),
    { maxKeys: 2 },
  );
  return fc.tuple(whole, more).map(([one, other]) => ({ ...one, ...other }));
}
