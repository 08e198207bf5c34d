// Makes src/client/api-types.ts from docs/openapi.json: `npm run generate -- api-types`.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = new URL('../../', import.meta.url);

const document = JSON.parse(await readFile(new URL('docs/openapi.json', ROOT), 'utf8'));
// test/client/api-types.test.ts computes the digest in the same way.
const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
const types = astToString(await openapiTS(document));
const header = `/**
 * Types of the HTTP API, made from docs/openapi.json by \`npm run generate -- api-types\`. Do not edit.
 * SHA-256 of the document: ${digest}
 */
`;
await writeFile(new URL('src/client/api-types.ts', ROOT), `${header}\n${types}`);
