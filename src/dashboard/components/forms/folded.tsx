/** What few people need is folded under a line that says what it is. It opens when a fault is in it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useHasFault } from './field.tsx';

interface FoldedProps {
  name: string;
  /** At first: something in it is chosen. */
  open: boolean;
  /** Of the fields in it, by which the server names faults. */
  pointers?: readonly string[];
  children: ComponentChildren;
}

export function Folded({ name, open, pointers = [], children }: FoldedProps) {
  const hasFault = useHasFault(pointers);
  const [isOpen, setIsOpen] = useState(open);
  return (
    <details
      class="folded"
      open={isOpen || hasFault}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{name}</summary>
      {children}
    </details>
  );
}
