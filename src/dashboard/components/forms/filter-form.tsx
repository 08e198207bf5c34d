import type { ComponentProps } from 'preact';

interface FilterProps extends ComponentProps<'form'> {
  /** What is typed counts with Enter or the button. */
  filter: () => void;
}

/** Fields that say what a page shows. */
export const FilterForm = ({ filter, ...form }: FilterProps) => (
  <form
    {...form}
    class="filters"
    onSubmit={(event) => {
      event.preventDefault();
      filter();
    }}
  />
);
