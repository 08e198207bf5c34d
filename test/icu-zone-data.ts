/**
 * The time zone data of the Node that runs, taken out of its program file and changed: what a newer release would be.
 * The files are resource bundles of ICU (unicode-org/icu, `source/common/uresdata.h`), little-endian, format 2 and 3.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATA_FILES = ['zoneinfo64.res', 'metaZones.res', 'timezoneTypes.res', 'windowsZones.res'];
const MAGIC = 0x27da;

/** Of the table of contents that ICU's data package begins with. */
function bundlesOf(program: Buffer): Map<string, Buffer> {
  // The type of the package stands 12 bytes after its beginning.
  let start = -1;
  do {
    start = program.indexOf('CmnD', start + 13) - 12;
    if (start < 0) throw new Error('this Node has no ICU data within it');
  } while (program.readUInt16LE(start + 2) !== MAGIC);
  const contents = start + program.readUInt16LE(start);
  const entries = Array.from({ length: program.readUInt32LE(contents) }, (_, n) => {
    const at = contents + 4 + 8 * n;
    const nameAt = contents + program.readUInt32LE(at);
    const name = program.toString('latin1', nameAt, program.indexOf(0, nameAt));
    return {
      name: name.slice(name.indexOf('/') + 1),
      from: contents + program.readUInt32LE(at + 4),
    };
  });
  return new Map(
    entries.map(({ name, from }, n) => [name, program.subarray(from, entries[n + 1]?.from)]),
  );
}

/** Where what stands: of a resource bundle whose root is a table. */
function layoutOf(bundle: Buffer) {
  const base = bundle.readUInt16LE(0);
  const offsetOf = (resource: number) => base + 4 * (resource & 0xfffffff);
  const units = base + 4 * bundle.readUInt32LE(base + 8);
  const root = offsetOf(bundle.readUInt32LE(base));
  const count = bundle.readUInt16LE(root);
  const itemsAt = root + Math.ceil((2 + 2 * count) / 4) * 4;
  const resource = (wanted: string): number => {
    for (let n = 0; n < count; n++) {
      const keyAt = base + bundle.readUInt16LE(root + 2 + 2 * n);
      const key = bundle.toString('latin1', keyAt, bundle.indexOf(0, keyAt));
      if (key === wanted) return bundle.readUInt32LE(itemsAt + 4 * n);
    }
    throw new Error(`no ${wanted}`);
  };
  const textAt = (at: number): string => {
    let end = at;
    while (bundle.readUInt16LE(end) !== 0) end += 2;
    return bundle.toString('utf16le', at, end);
  };
  return { base, offsetOf, units, resource, textAt };
}

/**
 * Writes data of another release, in which a zone has the rules of another one.
 * @param change.release as long as the one before, such as `2099a`
 */
export function writeZoneData(
  folder: string,
  { release, zone, like }: { release: string; zone: string; like: string },
): void {
  const bundles = bundlesOf(readFileSync(process.execPath));
  for (const name of DATA_FILES) {
    const bundle = Buffer.from(bundles.get(name)!);
    if (name === 'zoneinfo64.res') change(bundle, { release, zone, like });
    writeFileSync(join(folder, name), bundle);
  }
}

/** Every name that ICU accepts as a zone. */
export function icuZoneNames(): string[] {
  return namesIn(bundlesOf(readFileSync(process.execPath)).get('zoneinfo64.res')!);
}

function namesIn(bundle: Buffer): string[] {
  const { units, resource, textAt } = layoutOf(bundle);
  const unit = (offset: number) => units + 2 * (offset & 0xfffffff);
  const namesAt = unit(resource('Names'));
  return Array.from({ length: bundle.readUInt16LE(namesAt) }, (_, n) =>
    textAt(unit(bundle.readUInt16LE(namesAt + 2 + 2 * n))),
  );
}

function change(bundle: Buffer, to: { release: string; zone: string; like: string }): void {
  const { offsetOf, units, resource } = layoutOf(bundle);
  const unit = (offset: number) => units + 2 * (offset & 0xfffffff);
  const names = namesIn(bundle);
  const zonesAt = offsetOf(resource('Zones'));
  const placeOf = (name: string) => zonesAt + 4 + 4 * names.indexOf(name);
  bundle.writeUInt32LE(bundle.readUInt32LE(placeOf(to.like)), placeOf(to.zone));
  bundle.write(to.release, unit(resource('TZVersion')), 'utf16le');
}
