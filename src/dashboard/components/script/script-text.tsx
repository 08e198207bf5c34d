/** The script of a campaign. Only text nodes and the few elements of `Block` are made, so nothing in it can run. */
import { readMarkdown, type Block, type Inline } from './markdown.ts';

export const ScriptText = ({ source }: { source: string }) => (
  <div class="script">
    {readMarkdown(source).map((block, index) => (
      <BlockText key={index} block={block} />
    ))}
  </div>
);

function BlockText({ block }: { block: Block }) {
  if (block.is === 'list') {
    const items = block.items.map((inline, index) => (
      <li key={index}>
        <InlineText inline={inline} />
      </li>
    ));
    return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  const text = <InlineText inline={block.inline} />;
  return block.is === 'heading' ? <h3>{text}</h3> : <p>{text}</p>;
}

const InlineText = ({ inline }: { inline: readonly Inline[] }) => (
  <>
    {inline.map((part, index) => {
      if (part.is === 'text') return part.text;
      if (part.is === 'strong') return <strong key={index}>{part.text}</strong>;
      if (part.is === 'em') return <em key={index}>{part.text}</em>;
      return (
        <a key={index} href={part.href} target="_blank" rel="noreferrer noopener">
          {part.text}
        </a>
      );
    })}
  </>
);
