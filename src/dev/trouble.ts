/** `--trouble`: the simulated carrier starts with a fault, so that one learns to notice it and to put it right. */
import type { ChangeableInput } from '../simulator/start-simulator.ts';
import type { TroubleName } from '../terminal/trouble-names.ts';

interface Trouble {
  /** Options of the simulated carrier; undefined: it does not answer at all. */
  at?: { begins: string[]; ends: ChangeableInput };
  /** What goes on, and where it is seen. */
  look: string;
  mended: string;
}

/** The first calls use the balance up, and the carrier refuses the next ones. */
const SMALL_BALANCE = '0.25';

export const TROUBLES = {
  '402': {
    at: { begins: [`--balance=${SMALL_BALANCE}`], ends: { balance: '1000000' } },
    look: 'after a few calls the account’s balance is used up. The page Now shows the hold, and when a call probes it',
    mended:
      'The account has a balance again. Press “Lift the hold” on the page Now, or wait for the next probe.',
  },
  '403': {
    at: { begins: ['--refuse=403'], ends: { refuse: [] } },
    look: 'the carrier has switched click2call off for the account. The page Now shows the hold, which only a person lifts',
    mended: 'The carrier allows calls again. Press “Lift the hold” on the page Now.',
  },
  'lost-webhooks': {
    at: { begins: ['--lost-webhooks=1'], ends: { lostWebhooks: 0 } },
    look: 'no webhook arrives, so calls are polled. The page Now says so, and the page Account for how long',
    mended: 'Webhooks arrive again. The next calls are followed by them.',
  },
  'carrier-down': {
    look: 'the carrier does not answer. The page Calls shows why none is dialled; nothing was sent, so nothing is lost',
    mended: 'The carrier answers again. What was due is dialled after a moment.',
  },
} as const satisfies Record<TroubleName, Trouble>;

export const troubleOf = (name: TroubleName): Trouble => TROUBLES[name];
