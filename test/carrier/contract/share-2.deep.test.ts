import { contractOf } from './suite.ts';

contractOf(2);
