; libdevice.10.bc of the stand-in toolkit: it defines nothing, so the functions __nv_* stay calls. The simulator executes
; them.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
