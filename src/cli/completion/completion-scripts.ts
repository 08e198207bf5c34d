/** Completion scripts for bash, zsh and fish, made from the commands. They run without the program. */
import { unreachable } from '../../domain/unreachable.ts';
import type { CommandNode, Word } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, nodes: readonly CommandNode[]): string {
  switch (shell) {
    case 'bash':
      return bash(nodes);
    case 'zsh':
      return zsh(nodes);
    case 'fish':
      return fish(nodes);
    default:
      return unreachable(shell);
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const words = (list: readonly Word[]): string[] => list.map(({ word }) => word);
const pathsOf = (nodes: readonly CommandNode[]): string[] =>
  nodes.map(({ path }) => path).filter((path) => path !== '');

/** `case` lines that follow the words of the line down the tree. Both shells write them alike. */
const descend = (nodes: readonly CommandNode[]): string =>
  pathsOf(nodes)
    .map((path) => `      ${quoted(path)}) at=${quoted(path)} ;;`)
    .join('\n');

const valueCases = (nodes: readonly CommandNode[], answer: (choices: string) => string): string =>
  nodes
    .flatMap(({ path, values }) =>
      values.flatMap(({ flags, choices }) =>
        flags.map((flag) => `    ${quoted(`${path}|${flag}`)}) ${answer(choices.join(' '))} ;;`),
      ),
    )
    .join('\n');

const bash = (nodes: readonly CommandNode[]): string => `# dialwright completion bash
_dialwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
${descend(nodes)}
    esac
  done
  case "$at|\${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(nodes, (choices) => `COMPREPLY=($(compgen -W ${quoted(choices)} -- "$current")); return`)}
  esac
  case "$at" in
${nodes
  .map(({ path, commands, options, choices }) => {
    const all = [...words(commands), ...choices, ...words(options)].join(' ');
    return `    ${quoted(path)}) COMPREPLY=($(compgen -W ${quoted(all)} -- "$current")) ;;`;
  })
  .join('\n')}
  esac
}
complete -o default -F _dialwright dialwright
`;

/** `_describe` takes `word:description`, with colons of the word escaped. */
const described = (list: readonly Word[]): string =>
  list
    .map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description}`))
    .join(' ');

const zsh = (nodes: readonly CommandNode[]): string => `#compdef dialwright
# dialwright completion zsh
_dialwright() {
  local at='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "\${at:+$at }\${words[i]}" in
${descend(nodes)}
    esac
  done
  case "$at|\${words[CURRENT - 1]}" in
${valueCases(nodes, (choices) => `compadd -- ${choices}; return`)}
  esac
  case "$at" in
${nodes
  .map(({ path, commands, options, choices }) => {
    const list = [...commands, ...choices.map((word) => ({ word, description: '' })), ...options];
    return `    ${quoted(path)}) found=(${described(list)}) ;;`;
  })
  .join('\n')}
  esac
  _describe 'dialwright' found
  _files
}
compdef _dialwright dialwright
`;

const fish = (nodes: readonly CommandNode[]): string => `# dialwright completion fish
function __dialwright_at
    set -l at
    for word in (commandline -opc)[2..]
        switch (string join ' ' $at $word)
            case ${pathsOf(nodes).map(quoted).join(' ')}
                set -a at $word
        end
    end
    test "$at" = "$argv[1]"
end
${nodes.flatMap(fishLines).join('\n')}
`;

function fishLines({ path, commands, options, values, choices }: CommandNode): string[] {
  const begin = `complete -c dialwright -n ${quoted(`__dialwright_at ${quoted(path)}`)}`;
  const flag = (word: string) =>
    word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
  const choicesOf = (word: string) => values.find(({ flags }) => flags.includes(word))?.choices;
  return [
    ...commands.map(
      ({ word, description }) => `${begin} -f -a ${quoted(word)} -d ${quoted(description)}`,
    ),
    ...choices.map((word) => `${begin} -f -a ${quoted(word)}`),
    ...options.map(({ word, description }) => {
      const given = choicesOf(word);
      const value = given === undefined ? '' : ` -x -a ${quoted(given.join(' '))}`;
      return `${begin} ${flag(word)}${value} -d ${quoted(description)}`;
    }),
  ];
}
