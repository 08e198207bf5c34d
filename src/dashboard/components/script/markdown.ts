/**
 * The small part of Markdown that scripts use: headings, paragraphs, lists, bold, italics and https links. Everything else, markup
 * among it, stays text: the page makes text nodes of it.
 */
export type Inline =
  | { is: 'text'; text: string }
  | { is: 'strong'; text: string }
  | { is: 'em'; text: string }
  | { is: 'link'; text: string; href: string };

export type Block =
  | { is: 'heading' | 'paragraph'; inline: Inline[] }
  | { is: 'list'; ordered: boolean; items: Inline[][] };

const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;

export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0)
      blocks.push({ is: 'paragraph', inline: readInline(paragraph.join(' ')) });
    paragraph = [];
  };
  for (const line of source.split(/\r\n?|\n/)) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    const item = ITEM.exec(line);
    if (heading !== undefined || item || line.trim() === '') endParagraph();
    if (heading !== undefined) blocks.push({ is: 'heading', inline: readInline(heading.trim()) });
    else if (item) addItem(blocks, { ordered: item[1] !== undefined, text: item[2]! });
    else if (line.trim() !== '') paragraph.push(line.trim());
  }
  endParagraph();
  return blocks;
}

function addItem(blocks: Block[], { ordered, text }: { ordered: boolean; text: string }): void {
  const last = blocks.at(-1);
  if (last?.is === 'list' && last.ordered === ordered) last.items.push(readInline(text));
  else blocks.push({ is: 'list', ordered, items: [readInline(text)] });
}

const MARKED = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https:\/\/[^\s()<>"]+)\)/g;

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, strong, em, label, href] = found;
    if (found.index > from) parts.push({ is: 'text', text: text.slice(from, found.index) });
    if (strong !== undefined) parts.push({ is: 'strong', text: strong });
    else if (em !== undefined) parts.push({ is: 'em', text: em });
    else parts.push({ is: 'link', text: label!, href: href! });
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ is: 'text', text: text.slice(from) });
  return parts;
}
