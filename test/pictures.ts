/** `npm run generate -- pictures web-ui`: the pictures of the documents, taken again. */
import { runOneOf } from './run-one-of.ts';

await runOneOf('generate -- pictures', {
  dashboard: { what: 'of the dashboard', run: () => import('./dashboard/pictures.ts') },
  'web-ui': { what: "of Temporal's Web UI", run: () => import('./web-ui/pictures.ts') },
});
