import { contractOf } from './suite.ts';

contractOf(4);
