/** The name of a figure, with what it counts: when one points at it, and on a press, a tap or by keyboard. */
import { useId } from 'preact/hooks';
import { figureOf, type FigureName } from '../../domain/figures/figures.ts';

/** As it is named on every page. */
export const titleOf = (figure: FigureName): string => figureOf(figure).title;

/** The browser opens and closes the definition itself, also by Escape and by a press beside it. */
export function FigureTitle({ figure }: { figure: FigureName }) {
  const id = useId();
  const { title, is } = figureOf(figure);
  return (
    <>
      <button type="button" class="figure-name" popovertarget={id} title={is}>
        {title}
      </button>
      <span id={id} popover="auto" class="definition">
        <strong>{title}</strong> {is}
      </span>
    </>
  );
}
