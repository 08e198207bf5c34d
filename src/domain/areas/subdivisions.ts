/** Subdivisions (ISO 3166-2) of the countries with several time zones whose lists name them, by code and by name. */

/** `code name, further names`. DC, and not the territories of the United States, which are countries in ISO 3166-1. */
const NAMES = {
  US: `AL alabama
AK alaska
AZ arizona
AR arkansas
CA california
CO colorado
CT connecticut
DE delaware
DC district of columbia, washington d c, washington dc
FL florida
GA georgia
HI hawaii
ID idaho
IL illinois
IN indiana
IA iowa
KS kansas
KY kentucky
LA louisiana
ME maine
MD maryland
MA massachusetts
MI michigan
MN minnesota
MS mississippi
MO missouri
MT montana
NE nebraska
NV nevada
NH new hampshire
NJ new jersey
NM new mexico
NY new york, new york state
NC north carolina
ND north dakota
OH ohio
OK oklahoma
OR oregon
PA pennsylvania
RI rhode island
SC south carolina
SD south dakota
TN tennessee
TX texas
UT utah
VT vermont
VA virginia
WA washington, washington state
WV west virginia
WI wisconsin
WY wyoming`,
  CA: `AB alberta
BC british columbia, colombie britannique
MB manitoba
NB new brunswick, nouveau brunswick
NL newfoundland and labrador, newfoundland, terre neuve et labrador, nf
NS nova scotia, nouvelle ecosse
NT northwest territories, territoires du nord ouest
NU nunavut
ON ontario
PE prince edward island, ile du prince edouard, pei
QC quebec, pq
SK saskatchewan
YT yukon, yukon territory, yk`,
  AU: `ACT australian capital territory
NSW new south wales
NT northern territory
QLD queensland
SA south australia
TAS tasmania
VIC victoria
WA western australia`,
} as const;

/**
 * Where no area codes say it. Broken Hill is in New South Wales. Left out: Eucla and Lord Howe, with some hundreds of
 * inhabitants, whose clocks differ by less than an hour.
 */
export const AUSTRALIAN_ZONES: Readonly<Record<string, readonly string[]>> = {
  'AU-ACT': ['Australia/Sydney'],
  'AU-NSW': ['Australia/Broken_Hill', 'Australia/Sydney'],
  'AU-NT': ['Australia/Darwin'],
  'AU-QLD': ['Australia/Brisbane'],
  'AU-SA': ['Australia/Adelaide'],
  'AU-TAS': ['Australia/Hobart'],
  'AU-VIC': ['Australia/Melbourne'],
  'AU-WA': ['Australia/Perth'],
};

/** Of one calling code, so a list that names no country may mean either. */
const NEIGHBOURS: Readonly<Record<string, string>> = { US: 'CA', CA: 'US' };

/** The country, and the one that shares its calling code. */
export const countriesMeant = (country: string | null): string[] =>
  country === null ? [] : [country, NEIGHBOURS[country]].filter((one) => one !== undefined);

const byName = new Map<string, string>();
for (const [country, lines] of Object.entries(NAMES)) {
  for (const line of lines.split('\n')) {
    const [code = '', ...names] = line.split(/ (.*)/s);
    const area = `${country}-${code}`;
    byName.set(`${country} ${code.toLowerCase()}`, area);
    byName.set(`${country} ${area.toLowerCase().replace('-', ' ')}`, area);
    for (const name of (names[0] ?? '').split(', ')) byName.set(`${country} ${name}`, area);
  }
}

/**
 * @param text as lists write it: `FL`, `US-FL`, `Florida`
 * @returns ISO 3166-2; undefined: the country has no subdivision of this name here
 */
export const subdivisionNamed = (country: string, text: string): string | undefined =>
  byName.get(`${country} ${plain(text)}`);

/** The code of the country of an area: `US` of `US-FL`. */
export const countryOfArea = (area: string): string => area.split('-')[0]!;

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
