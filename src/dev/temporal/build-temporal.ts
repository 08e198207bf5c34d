/** Builds the Temporal CLI, whose dev server we run, with Go into the cache, if it is not there. */
import { buildWithGo, type GoInput } from './build-with-go.ts';
import { builtTemporal, TEMPORAL_CLI_VERSION } from './temporal-cache.ts';

const PACKAGE = `github.com/temporalio/cli/cmd/temporal@${TEMPORAL_CLI_VERSION}`;

/** @throws Error with the last line of Go's output */
export async function buildTemporal(input: GoInput): Promise<string> {
  const target = builtTemporal(input.env);
  input.reporter.say(
    `Building the Temporal server with Go (${PACKAGE}), once, about three minutes.`,
  );
  await buildWithGo(input, [{ package: PACKAGE, target }]);
  input.reporter.say(`Temporal server built: ${target}`);
  return target;
}
