/** Reads a ZIP file whose entries are not compressed (APPNOTE.TXT of PKWARE, sections 4.3.12 and 4.3.16). */
import { crc32 } from 'node:zlib';

/** @throws if the file is cut, or an entry does not have its checksum */
export function filesInZip(zip: Buffer): Record<string, Buffer> {
  const endAt = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (endAt === -1) throw new Error('no end of central directory');
  const files: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(endAt + 16);
  for (let left = zip.readUInt16LE(endAt + 10); left > 0; left--) {
    const [checksum, bytes] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameBytes, extraBytes] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(begin, begin + bytes);
    if (crc32(content) !== checksum) throw new Error(`${name} does not have its checksum`);
    files[name] = content;
    at += 46 + nameBytes + extraBytes + zip.readUInt16LE(at + 32);
  }
  return files;
}
