/** `npm run pictures -- web-ui`: the pictures of the documents, taken again. */
import { runOneOf } from './run-one-of.ts';

await runOneOf('pictures', {
  dashboard: { what: 'of the dashboard', run: () => import('./dashboard/pictures.ts') },
  'web-ui': { what: "of Temporal's Web UI", run: () => import('./web-ui/pictures.ts') },
});
