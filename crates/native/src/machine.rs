//! A compiled function, and the memory that it lies in.

use std::any::Any;
use std::sync::{Arc, Mutex};

use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use masume_program::native::{Frame, Machine, Source};

use crate::{emit, marches};

/// Words of the largest sets that are compiled. Code grows with them: a second for sets of 64 words, a minute for 256,
/// which fill the interpreter's vectors.
const MOST_WORDS: usize = 16;

/// Function that runs.
type Function = unsafe extern "C" fn(*mut Frame, u64) -> u64;

/// Machine code, and what it reads.
struct Compiled {
    function: Function,
    /// Frees the memory of the function when it goes.
    module: Mutex<Option<JITModule>>,
    /// Tables whose addresses the code has.
    _tables: [Box<[u64]>; 2],
    _lines: Vec<Arc<dyn Any + Send + Sync>>,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").finish_non_exhaustive()
    }
}

/// Compiles code; `None` for large sets, and on a machine for which there is no backend.
pub(crate) fn compile(source: &Source<'_>) -> Option<Box<dyn Machine>> {
    if source.words > MOST_WORDS {
        return None;
    }
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context = module.make_context();
    let pointer = module.target_config().pointer_type();
    context.func.signature.params = vec![AbiParam::new(pointer), AbiParam::new(types::I64)];
    context.func.signature.returns = vec![AbiParam::new(types::I64)];
    let tables = [emit::ways(source), marches::table(source)];
    let mut memory = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut context.func, &mut memory);
    emit::emit(builder, source, [&tables[0], &tables[1]], module.target_config());
    let name = module.declare_function("turn", Linkage::Export, &context.func.signature).ok()?;
    let defined = module.define_function(name, &mut context);
    debug_assert!(defined.is_ok(), "{defined:?}");
    defined.ok()?;
    module.clear_context(&mut context);
    module.finalize_definitions().ok()?;
    let address = module.get_finalized_function(name);
    // SAFETY: it was compiled with this signature.
    #[expect(unsafe_code, reason = "an address is called that was compiled just now")]
    let function = unsafe { std::mem::transmute::<*const u8, Function>(address) };
    let lines = source.slides.iter().map(|slide| Arc::clone(&slide.memory)).collect();
    let module = Mutex::new(Some(module));
    Some(Box::new(Compiled { function, module, _tables: tables, _lines: lines }))
}

impl Machine for Compiled {
    #[expect(unsafe_code, reason = "machine code reads and writes registers where it is told")]
    unsafe fn run(&self, frame: &mut Frame, at: usize) -> usize {
        // SAFETY: the caller says that the frame's registers lie as the source said.
        let at = unsafe { (self.function)(frame, at as u64) };
        at as usize
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let module = self.module.lock().ok().and_then(|mut module| module.take());
        if let Some(module) = module {
            // SAFETY: who could call the function has lent this, which nobody does any more.
            #[expect(unsafe_code, reason = "the memory of the function is freed with it")]
            unsafe {
                module.free_memory();
            }
        }
    }
}

#[cfg(test)]
mod tests;
