/** What the schema of the settings says about each: its default, and which values it takes. */
import * as z from 'zod';
import { SECRETS, SETTING_GROUPS } from '../../src/config/settings.ts';

export interface SettingFacts {
  name: string;
  /** Neither optional nor with a default. */
  needed: boolean;
  /** As it is written in the environment; undefined: none. */
  preset: string | undefined;
  /** A value to show where there is no default. */
  example: string | undefined;
  /** Such as `1 to 3,650`; empty: the text says it. */
  values: string;
  text: string;
  /** It may also be in a file that NAME_FILE names. */
  fromFile: boolean;
}

export interface SettingGroup {
  title: string;
  text: string;
  settings: SettingFacts[];
}

export const settingGroups = (): SettingGroup[] =>
  SETTING_GROUPS.map(({ title, text, shape }) => ({
    title,
    text,
    settings: Object.entries(shape).map(([name, schema]) => factsOf(name, schema as z.ZodType)),
  }));

function factsOf(name: string, schema: z.ZodType): SettingFacts {
  const { description, example } = schema.meta() ?? {};
  if (description === undefined) throw new Error(`${name} has no description in its schema`);
  const preset = presetOf(schema);
  return {
    name,
    needed: !(schema instanceof z.ZodOptional) && preset === undefined,
    preset: preset === undefined ? undefined : written(preset),
    example: example as string | undefined,
    values: valuesOf(kindOf(schema)),
    text: description,
    fromFile: SECRETS.includes(name),
  };
}

function presetOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return schema.def.defaultValue;
  return undefined;
}

const written = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : String(value);

/** Without what makes it optional. */
function kindOf(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapped ? kindOf(schema.def.innerType as z.ZodType) : schema;
}

function valuesOf(kind: z.ZodType): string {
  if (kind instanceof z.ZodEnum) return kind.options.join(', ');
  if (kind instanceof z.ZodNumber) return rangeOf(kind);
  const isYesOrNo = kind.safeParse('true').data === true;
  return isYesOrNo ? 'true, false' : '';
}

function rangeOf({ minValue, maxValue }: z.ZodNumber): string {
  const isOpen = maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER;
  const least = (minValue ?? 0).toLocaleString('en');
  return isOpen ? `${least} or more` : `${least} to ${maxValue.toLocaleString('en')}`;
}
