/** A field for one file, which can be chosen or dropped. */
import { useId, useState } from 'preact/hooks';
import { LIST_FILES } from '../../format/files/list-file.ts';

interface FileFieldProps {
  label: string;
  hint: string;
  onFile: (file: File) => void;
}

export function FileField({ label, hint, onFile }: FileFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    if (files?.[0]) onFile(files[0]);
  };
  const hover = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <div
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={LIST_FILES}
        aria-describedby={`${id}-hint`}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    </div>
  );
}
