/** What the columns of a list are usually called, so that an unknown header is refused with a suggestion. */

/** By the column of ours. Names are compared without case, accents, spaces and punctuation. */
const USUAL_NAMES: Record<string, readonly string[]> = {
  number: [
    'phone',
    'phone number',
    'phone no',
    'telephone',
    'telephone number',
    'tel',
    'tel no',
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'msisdn',
    'gsm',
    'telefon',
    'telefonnummer',
    'rufnummer',
    'nummer',
    'mobil',
    'mobilnummer',
    'handy',
    'handynummer',
    'téléphone',
    'portable',
    'numéro',
    'teléfono',
    'telefono',
    'móvil',
    'celular',
    'número',
    'telefone',
    'cellulare',
    'numero di telefono',
  ],
  name: [
    'full name',
    'first name',
    'last name',
    'given name',
    'family name',
    'surname',
    'contact',
    'contact name',
    'customer',
    'customer name',
    'client',
    'person',
    'vorname',
    'nachname',
    'kunde',
    'prénom',
    'nom',
    'nombre',
    'apellido',
    'apellidos',
    'nome',
    'cognome',
    'naam',
    'voornaam',
    'achternaam',
  ],
  row_key: [
    'id',
    'key',
    'row id',
    'reference',
    'ref',
    'external id',
    'customer id',
    'contact id',
    'lead id',
    'record id',
    'crm id',
    'kundennummer',
    'customer number',
  ],
  zone: ['time zone', 'tz', 'zeitzone', 'fuseau horaire', 'zona horaria'],
  agent_id: ['agent', 'owner', 'assigned to', 'agent name'],
  not_before: ['earliest', 'call after', 'start', 'from'],
  not_after: ['latest', 'call before', 'expires', 'expiry', 'end', 'until'],
};

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const BY_NAME = new Map(
  Object.entries(USUAL_NAMES).flatMap(([column, names]) =>
    [column, ...names].map((name) => [plain(name), column] as const),
  ),
);

/** The column of ours that a header probably means; undefined: none. */
export const suggestedColumn = (header: string): string | undefined => BY_NAME.get(plain(header));

/** A column of ours for each header; null: the column is left out. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** Several columns may be parts of it: first and last name. */
export const JOINED_COLUMN = 'name';

/** A mapping of all these headers. Only the first column that looks like one of ours is taken, parts of the name aside. */
export function suggestedMapping(
  headers: readonly string[],
  taken: readonly string[],
): ColumnMapping {
  const used = new Set(taken);
  return Object.fromEntries(
    headers.map((header) => {
      const column = suggestedColumn(header);
      if (column === undefined || (used.has(column) && column !== JOINED_COLUMN)) {
        return [header, null];
      }
      used.add(column);
      return [header, column];
    }),
  );
}
