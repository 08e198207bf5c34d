/** The Web UI renders summaries and current details as Markdown, and what stands in them may come from outside. */

/** A text of the carrier or of a person, such as an event's name or a reason, so that it is shown as it is, on one line. */
export const asMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_<>|[\]&~]/g, '\\$&');
