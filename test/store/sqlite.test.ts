import { storeContract } from './store-contract.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

storeContract('the SQLite store', async () => openSqliteUnderTest());
