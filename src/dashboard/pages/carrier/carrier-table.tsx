import type { ComponentChildren } from 'preact';
import { Fact } from '../../components/facts.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { columnNames, idOf, shownValue, type CarrierObject } from './carrier-fields.ts';

interface CarrierTableProps {
  caption: string;
  items: readonly CarrierObject[];
  /** The page that a field of an item is a link to. */
  addressOf?: (item: CarrierObject, field: string) => string | undefined;
  actions?: (item: CarrierObject) => ComponentChildren;
  empty: string;
  next?: string;
}

/** The carrier's items with the fields that most of them have. */
export const CarrierTable = ({ caption, items, empty, next, ...shown }: CarrierTableProps) => (
  <Table
    caption={caption}
    columns={columnsOf(items, shown)}
    rows={items}
    empty={empty}
    next={next}
    keyOf={(item) => idOf(item) ?? JSON.stringify(item)}
  />
);

const columnsOf = (
  items: readonly CarrierObject[],
  { addressOf, actions }: Pick<CarrierTableProps, 'addressOf' | 'actions'>,
): Column<CarrierObject>[] => [
  ...columnNames(items).map((name) => ({
    name,
    cell: (item: CarrierObject) => {
      const to = addressOf?.(item, name);
      const text = shownValue(name, item[name]);
      return to ? <a href={to}>{text}</a> : text;
    },
  })),
  ...(actions ? [{ name: 'Actions', cell: actions }] : []),
];

/** Every field of one resource. */
export const CarrierFacts = ({ item }: { item: CarrierObject }) => (
  <dl class="facts card">
    {Object.entries(item).map(([name, value]) => (
      <Fact key={name} name={name}>
        <span class="whole-text">{shownValue(name, value)}</span>
      </Fact>
    ))}
  </dl>
);
