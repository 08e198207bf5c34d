/** `npm run faults`: the product's processes while faults strike. */
import { runOneOf } from '../run-one-of.ts';

await runOneOf(
  'faults',
  {
    schedules: { what: 'schedules of random faults', run: () => import('./main.ts') },
    restores: { what: 'old copies that are put back', run: () => import('./restores.ts') },
    soak: { what: 'hours at one call a second, with kills', run: () => import('./soak/main.ts') },
    alerts: {
      what: 'alert rules, fired in a real Prometheus',
      run: () => import('./alerts/main.ts'),
    },
    deploys: {
      what: 'builds that replace each other while people are called',
      run: () => import('./deploys/main.ts'),
    },
    drill: { what: 'kills at each step of a call', run: () => import('./kill-drill.ts') },
  },
  'schedules',
);
