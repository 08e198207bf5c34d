/** As people read sizes of files: `12.3 kB`, `4.5 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
