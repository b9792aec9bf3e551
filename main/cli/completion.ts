import { CommanderError, type Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

interface CompletedCommand {
  readonly command: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly choices: readonly string[];
}

interface CompletedOption {
  readonly long: string;
  readonly description: string;
  /** Choices of the value; empty for a file, null without a value. */
  readonly values: readonly string[] | null;
}

/** Returns a completion script for bash, zsh or fish. Throws a `CommanderError` for any other shell. */
export function completionScript(program: Command, shell: string): string {
  const commands = completionsOf(program);
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return `#compdef rwa-explorer\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case 'fish':
      return fish(commands);
    default:
      throw new CommanderError(2, 'completion', `The shell must be one of ${shells.join(', ')}`);
  }
}

function completionsOf(command: Command, before = ''): CompletedCommand[] {
  return command.commands.flatMap((part) => {
    const name = `${before}${part.name()}`;
    const options = part.options
      .flatMap((option): CompletedOption[] => {
        const { long, description, required, argChoices } = option;
        return typeof long === 'string'
          ? [{ long, description, values: required ? (argChoices ?? []) : null }]
          : [];
      })
      .concat([{ long: '--help', description: 'show help', values: null }]);
    const choices = part.registeredArguments[0]?.argChoices ?? part.commands.map((sub) => sub.name());
    const own = { command: name, description: part.description(), options, choices };
    return [own, ...completionsOf(part, `${name} `)];
  });
}

/** Completes values or files of an option; else choices, options after a hyphen, or files. */
function bash(commands: readonly CompletedCommand[]): string {
  const top = commands.filter(({ command }) => !command.includes(' ')).map(({ command }) => command);
  const values = commands.flatMap(({ command, options }) =>
    options.flatMap(({ long, values: known }) =>
      known === null ? [] : [`    '${command} ${long}') words='${known.join(' ')}' ;;`],
    ),
  );
  const cases = commands.map(
    ({ command, options, choices }) =>
      `      '${command}') options='${options.map(({ long }) => long).join(' ')}' words='${choices.join(' ')}' ;;`,
  );
  return `_rwa_explorer() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words='' options=''
  case "$command" in cache|key|schedule|watch) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${top.join(' ')}' options='--help --version'; else case "$command $previous" in
${values.join('\n')}
    *) case "$command" in
${cases.join('\n')}
    esac ;;
  esac; fi
  case "$current" in -*) words="$options" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _rwa_explorer rwa-explorer
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ command, description, options, choices }) => {
    const [first = '', second] = command.split(' ');
    const condition = second === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`;
    const seen = second === undefined ? first : `${second}; and __fish_seen_subcommand_from ${first}`;
    const within = `complete -c rwa-explorer -n '__fish_seen_subcommand_from ${seen}'`;
    const hasParts = commands.some((other) => other.command.startsWith(`${command} `));
    return [
      `complete -c rwa-explorer -f -n '${condition}' -a '${second ?? first}' -d ${quoted(description)}`,
      ...(choices.length === 0 || hasParts ? [] : [`${within} -f -a '${choices.join(' ')}'`]),
      ...options.map(({ long, description: meaning, values }) => {
        const value = values === null ? '' : values.length === 0 ? ' -r' : ` -x -a '${values.join(' ')}'`;
        return `${within} -l '${long.slice(2)}'${value} -d ${quoted(meaning)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
