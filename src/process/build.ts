/** What this process runs, by one name: in each line of its log, and in the identity that Temporal shows of it. */
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../domain/product-version.ts';
import { workflowsDigest } from './workflow-bundle.ts';

/** The build id of the deployment, or else the version with a digest of the workflows' code, such as 0.1.0+4f2a91c07b3e. */
export async function buildOf({ deployment }: Pick<Config, 'deployment'>): Promise<string> {
  return deployment?.buildId ?? `${PRODUCT_VERSION}+${await workflowsDigest()}`;
}

/** The events of a history name by it who completed a task. */
export const identityOf = (build: string): string => `${process.pid}@${hostname()} ${build}`;
