import type { ComponentChildren } from 'preact';

/** One line of a `dl` of the class `facts`. Null: it is not known. */
export const Fact = ({
  name,
  children,
}: {
  name: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? '–'}</dd>
  </div>
);
