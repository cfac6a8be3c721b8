//! The list of questions as Python walks it: by their names, about what is open already.

use crate::wrong;
use outplay_board::InputError;
use outplay_service::requests::{Door, Request, offer};
use outplay_service::{Ask, Failed, Host, Remarked};
use pyo3::PyResult;
use std::any::Any;

/// Answers what was asked, in JSON.
pub(crate) type Answers<'a> = Box<dyn FnOnce(&Host<'_>) -> Result<String, Failed> + Send + 'a>;

/// A question that is looked for.
struct Asking<'a> {
    name: &'a str,
    said: &'a str,
    /// What can be asked about.
    about: &'a [&'a (dyn Any + Sync)],
    found: Result<Answers<'a>, InputError>,
}

/// The question with a name; `said` is JSON.
pub(crate) fn asked<'a>(
    name: &'a str,
    said: &'a str,
    about: &'a [&'a (dyn Any + Sync)],
) -> PyResult<Answers<'a>> {
    let mut asking = Asking {
        name,
        said,
        about,
        found: Err(InputError::found(name, "a question about this")),
    };
    offer(&mut asking);
    asking.found.map_err(wrong)
}

impl Door for Asking<'_> {
    fn offer<Q: Ask>(&mut self, request: Request) {
        let mut about = self.about.iter();
        let about = about.find_map(|about| (*about as &dyn Any).downcast_ref::<Q::About>());
        let (Some(about), Some(name)) = (about, request.path.strip_prefix("/api/")) else {
            return;
        };
        if name == self.name {
            let question = serde_json::from_str(self.said).and_then(serde_json::from_value::<Q>);
            self.found = match question {
                Err(error) => Err(InputError::new(error.to_string())),
                Ok(question) => Ok(Box::new(move |host| {
                    let answer = Remarked::new(question.answer(about, host)?, about);
                    serde_json::to_string(&answer).map_err(|error| Failed::Output(error.into()))
                })),
            };
        }
    }
}
