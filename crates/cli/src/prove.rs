//! `outplay prove`: a certificate for the verdict.

use crate::args::ProveArgs;
use crate::checkpoint::Memory;
use crate::output::{Failed, count, write_whole};
use crate::questions::for_each_game;
use crate::solve::verdict_line;
use outplay_board::InputError;
use outplay_service::prove;

pub(crate) fn run(args: &ProveArgs) -> Result<(), Failed> {
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    let mut done = false;
    for_each_game(&args.game, &memory, |opened, host| {
        if std::mem::replace(&mut done, true) {
            let error = InputError::found("several graphs", "one board for 'prove'");
            return Err(error.in_source(opened.name.as_str()).into());
        }
        let at = args.game.setup.at.as_deref();
        // Half a proof is none: it appears when it is complete.
        let proved = write_whole(&args.output, |out| {
            Ok(prove(opened, at, args.strict, args.game.how(), out, host)?)
        })?;
        if args.output == "-" {
            return Ok((String::new(), true));
        }
        if args.game.search.common.json {
            let mut answer = serde_json::to_value(&proved).map_err(std::io::Error::from)?;
            answer["output"] = args.output.as_str().into();
            return Ok((format!("{answer}\n"), true));
        }
        let verdict = verdict_line(opened, &proved.heading.to_move, proved.outcome, None);
        let text = format!(
            "{verdict}\nCertificate with {} ({} bytes) written to {}; check it with: outplay check {}\n",
            count(proved.positions, "position"),
            proved.bytes,
            args.output,
            args.output
        );
        Ok((text, true))
    })?;
    memory.finish()
}
