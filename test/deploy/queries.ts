/** The queries of the alert rules and of the board in `deploy`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parse } from 'yaml';

export const ALERTS_FILE = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml');
const BOARD_FILE = join(import.meta.dirname, '../../deploy/grafana/dialwright.json');

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['page', 'ticket', 'none']) }),
          annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const Board = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

export const alertRules = () =>
  Rules.parse(parse(readFileSync(ALERTS_FILE, 'utf8'))).groups.flatMap(({ rules }) => rules);

export const boardQueries = (): string[] =>
  Board.parse(JSON.parse(readFileSync(BOARD_FILE, 'utf8'))).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  );

/** The series that a query asks for. */
export const seriesIn = (query: string): string[] =>
  [...query.matchAll(/\b(?:dialwright|temporal|nodejs|process)_\w+/g)].map(([name]) => name);

export const seriesAskedFor = (prefix: string): string[] => [
  ...new Set(
    [...boardQueries(), ...alertRules().map(({ expr }) => expr)]
      .flatMap(seriesIn)
      .filter((name) => name.startsWith(prefix)),
  ),
];
