/** `dialwright completion <shell>`: prints a completion script. */
import { Argument, Command } from 'commander';
import { commandTree } from './command-tree.ts';
import { completionScript, SHELLS, type Shell } from './completion-scripts.ts';

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
For example, in ~/.bashrc:              source <(dialwright completion bash)
in ~/.zshrc, after compinit:            source <(dialwright completion zsh)
in ~/.config/fish/config.fish:          dialwright completion fish | source`,
    )
    .action((shell: Shell, _options: object, command: Command) => {
      process.stdout.write(completionScript(shell, commandTree(command.parent!)));
    });
}
