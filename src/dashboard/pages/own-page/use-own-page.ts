/** What the page of an agent shows, read again when an event says so. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { api, type Schemas } from '../../api/api.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { EVENT_TYPES } from '../../../domain/events/event.ts';

export type OwnPage = Schemas['AgentPage'];

/** By the keys that choose them: codes that make a callback need its time, so only the first of them has keys. */
export const codesByKey = (codes: OwnPage['codes']) => ({
  plain: codes.filter(({ next }) => next !== 'callback'),
  callback: codes.find(({ next }) => next === 'callback'),
});

/** States between two events, such as the answer of the phone, have no event. */
const LIVE_MS = 1_000;
const IDLE_MS = 5_000;

const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

export function useOwnPage() {
  const [page, setPage] = useState<OwnPage>();
  const [problem, setProblem] = useState<ApiProblem>();
  const reads = useRef(0);
  const reload = useCallback(async () => {
    const read = ++reads.current;
    try {
      const found = await api.get('/v1/agent', { query: { since: midnight() } });
      if (read !== reads.current) return;
      setPage(found);
      setProblem(undefined);
    } catch (error) {
      if (read === reads.current) setProblem(asProblem(error));
    }
  }, []);
  useEffect(() => {
    void reload();
    const source = new EventSource('/v1/agent/events');
    for (const type of EVENT_TYPES) source.addEventListener(type, () => void reload());
    source.addEventListener('open', () => void reload());
    const leave = () => source.close();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [reload]);
  const live = page?.call?.live ?? false;
  useEffect(() => {
    const timer = setInterval(() => void reload(), live ? LIVE_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [live, reload]);
  return { page, problem, reload };
}
